-- What is over is looked for every hour: each of these holds that alone, however much is booked.
CREATE INDEX batch_expired ON batch (property_id, expires_at) WHERE status = 'EXPIRED';
CREATE INDEX booking_expired ON booking (property_id, expires_at) WHERE status = 'EXPIRED';
CREATE INDEX mail_ended ON mail (property_id, created_at) WHERE status <> 'WAITING';
