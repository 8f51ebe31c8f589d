//! The calls of a replay: what a guest's page would send, and nothing else.

use std::collections::BTreeMap;
use std::sync::OnceLock;

use anyhow::{Context, Result, bail};
use jiff::civil::Date;
use reqwest::StatusCode;
use reqwest::header::{HeaderMap, HeaderValue};
use serde_json::{Value, json};
use tokio::sync::Semaphore;

use super::rows::Row;

/// A server, spoken to with a limited number of requests at once.
pub struct Client {
    http: reqwest::Client,
    server: String,
    property_id: OnceLock<i64>,
    permits: Semaphore,
}

/// A batch with its guest, ready to take a room.
pub struct Prepared {
    batch_id: String,
    session_id: String,
    token: String,
}

impl Client {
    /// A client of `http://host:port`. With the operator key, so that no guest's limit of requests holds it up.
    pub fn new(server: &str, operator_key: &str, connections: usize) -> Result<Client> {
        let mut key = HeaderValue::from_str(operator_key).context("the operator key cannot stand in a header")?;
        key.set_sensitive(true);
        Ok(Client {
            http: reqwest::Client::builder()
                .tcp_nodelay(true)
                .pool_max_idle_per_host(connections)
                .default_headers(HeaderMap::from_iter([(api::OPERATOR_KEY, key)]))
                .build()?,
            server: server.trim_end_matches('/').to_owned(),
            property_id: OnceLock::new(),
            permits: Semaphore::new(connections.max(1)),
        })
    }

    /// The date of the machine that the server runs on, from its answers; UTC. One with `--clock` has another.
    pub async fn today(&self) -> Result<Date> {
        let answer = self.http.get(format!("{}/healthz", self.server)).send().await;
        let answer = answer.with_context(|| format!("{} does not answer: is the server running?", self.server))?;
        let date =
            answer.headers().get("date").and_then(|value| value.to_str().ok()).context("the server tells no date")?;
        Ok(jiff::fmt::rfc2822::parse(date)?.date())
    }

    /// Makes the hotel of the replay.
    pub async fn import(
        &self,
        key: &str,
        files: BTreeMap<String, String>,
        first_day: Date,
        property_id: i64,
    ) -> Result<()> {
        let _ = self.property_id.set(property_id);
        let answer = self
            .http
            .post(format!("{}/operator/v1/import", self.server))
            .bearer_auth(key)
            .json(&json!({ "files": files, "first_day": first_day }))
            .send()
            .await?;
        if answer.status().is_success() {
            return Ok(());
        }
        let status = answer.status();
        bail!("the hotel could not be made: {status} {}", answer.text().await.unwrap_or_default())
    }

    fn address(&self, rest: &str) -> String {
        let property_id = self.property_id.get().copied().unwrap_or(0);
        format!("{}/v4/properties/{property_id}/booking-engine/{rest}", self.server)
    }

    async fn call(&self, request: reqwest::RequestBuilder) -> Result<(StatusCode, Value)> {
        let _permit = self.permits.acquire().await?;
        let answer = request.send().await?;
        let status = answer.status();
        Ok((status, answer.json().await.unwrap_or(Value::Null)))
    }

    /// Begins a batch and says who comes.
    pub async fn prepare(&self, row: &Row) -> Result<Prepared> {
        let (status, profile) = self.call(self.http.post(self.address("new-batch-booking?count=1"))).await?;
        let text = |value: &Value| value.as_str().map(str::to_owned);
        let prepared = text(&profile["batch_id"]).zip(text(&profile["sessions"][0])).zip(text(&profile["token"]));
        let Some(((batch_id, session_id), token)) = prepared else { bail!("no batch: {status} {profile}") };
        // Where nobody is: a server that sends mails owes none to such an address.
        let guest = json!({ "guest_data": {
            "first_name": "Guest", "last_name": last_name(row.id), "email": format!("guest{}@replay.invalid", row.id),
            "street": "Rua 1", "city": "Lisboa", "zip_code": "1000-001", "country": "PT" } });
        let add = self
            .http
            .post(self.address(&format!("new-booking/{session_id}/add-guest")))
            .bearer_auth(&token)
            .json(&guest);
        let (status, answer) = self.call(add).await?;
        if !status.is_success() {
            bail!("the guest of row {} was not taken: {status} {answer}", row.id);
        }
        Ok(Prepared { batch_id, session_id, token })
    }

    /// Takes a hold on every night; false when the hotel refuses.
    pub async fn hold(&self, batch: &Prepared, row: &Row) -> Result<bool> {
        // A cell may hold any number; the API takes 16 children.
        let count = |number: Option<f64>| number.unwrap_or(0.0).clamp(0.0, 16.0) as usize;
        let mut ages = vec!["8"; count(row.children)];
        ages.resize(ages.len() + count(row.babies), "1");
        ages.truncate(16);
        let rate = json!({
            "check_in_date": row.check_in, "check_out_date": row.check_out, "rate_code_id": "BAR", "room_type_id": row.room_type,
            // A room of the replay holds whoever the file puts into it; the API takes parties up to 50.
            "number_of_adults": row.adults.min(50 - ages.len() as u32), "number_of_children": ages.len(), "children_ages": ages,
        });
        let address = self.address(&format!("new-booking/{}/set-rate", batch.session_id));
        let (status, answer) = self.call(self.http.post(address).bearer_auth(&batch.token).json(&rate)).await?;
        match (status, answer["code"].as_str()) {
            (StatusCode::OK, _) => Ok(true),
            (StatusCode::CONFLICT, Some("NIGHT_SOLD_OUT")) => Ok(false),
            _ => bail!("row {} was not understood: {status} {answer}", row.id),
        }
    }

    /// Makes the booking; answers its confirmation number.
    pub async fn commit(&self, batch: &Prepared) -> Result<String> {
        let address = self.address(&format!("new-batch-booking/{}/commit", batch.batch_id));
        let body = json!({ "sessions": [{ "session_id": batch.session_id }] });
        let (status, answer) = self.call(self.http.post(address).bearer_auth(&batch.token).json(&body)).await?;
        match answer[0]["confirmation_no"].as_str() {
            Some(number) if status.is_success() => Ok(number.to_owned()),
            _ => bail!("a held room was not booked: {status} {answer}"),
        }
    }

    /// Finds the booking as its guest would, and cancels it.
    pub async fn cancel(&self, number: &str, id: u64) -> Result<()> {
        let find = self
            .http
            .get(format!("{}/enterprise/v4/web/manage-booking", self.server))
            .query(&[("conf_num", number), ("last_name", &last_name(id))]);
        let (status, found) = self.call(find).await?;
        let Some(token) = found["request_token"].as_str() else {
            bail!("booking {number} was not found: {status} {found}")
        };
        let cancel =
            self.http.put(format!("{}/enterprise/v4/web/cancel-booking", self.server)).query(&[("request_id", token)]);
        let (status, answer) = self.call(cancel).await?;
        if !status.is_success() {
            bail!("booking {number} was not cancelled: {status} {answer}");
        }
        Ok(())
    }
}

/// A name with the row's number in it.
fn last_name(id: u64) -> String {
    format!("Row {id}")
}
