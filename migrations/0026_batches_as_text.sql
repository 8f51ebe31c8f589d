-- A batch is never asked into: as text it is written and read without the database taking it apart.
ALTER TABLE batch ADD COLUMN document TEXT NOT NULL DEFAULT '';
UPDATE batch SET document = CAST(state AS TEXT);
ALTER TABLE batch DROP COLUMN state;
ALTER TABLE batch RENAME COLUMN document TO state;
