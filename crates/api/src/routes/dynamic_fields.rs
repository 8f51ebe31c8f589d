//! `GET .../multilingual-dynamic-fields`: the hotel's own texts in another language (API-09, I18N-09).

use axum::Json;
use axum::extract::State;
use domain::hotel::Translation;
use serde::Serialize;
use utoipa::ToSchema;

use crate::app::App;
use crate::error::{Answer, ProblemBody};
use crate::extract::{Path, Query};

/// The texts of one object in one language.
#[derive(Debug, Serialize, ToSchema)]
pub struct DynamicField {
    pub language_code: String,
    /// PROPERTY, ROOM_TYPE, RATE_CODE, PACKAGE, ADDON, ACTIVITY, CHARGE, CANCELLATION_POLICY, GUARANTEE_TYPE, AMENITY,
    /// EVENT_TYPE, ARRANGEMENT, SPACE_PRICE_PLAN, SPACE, EVENT_ITEM or EVENT_PACKAGE.
    pub object_type: String,
    pub object_code: String,
    pub object_id: String,
    pub multilingual_dynamic_field_details: Vec<FieldText>,
}

/// One field's text.
#[derive(Debug, Serialize, ToSchema)]
pub struct FieldText {
    #[schema(example = "name")]
    pub field_name: String,
    pub field_value: String,
}

/// Translated texts of a hotel
#[utoipa::path(get, path = "/v4/properties/{property_id}/multilingual-dynamic-fields", tag = "property",
    params(("property_id" = i64, Path), ("language_code" = String, Query, example = "ar_AE")),
    responses((status = 200, body = Vec<DynamicField>), (status = 404, body = ProblemBody, content_type = "application/problem+json"),
        (status = 400, body = ProblemBody, content_type = "application/problem+json")))]
pub async fn get(
    State(app): State<App>,
    Path(property_id): Path<i64>,
    query: Query,
) -> Answer<Json<Vec<DynamicField>>> {
    let language = query.needed("language_code")?;
    let property = app.property(property_id).await?;
    // Who does not know a code is not told it here either: these texts come with the answers that the code opens.
    let told = |text: &&Translation| !matches!(text.object_type.as_str(), "DISCOUNT" | "COMPANY" | "GROUP");
    let of_language =
        property.board.hotel().translations.iter().filter(|text| text.language_code == language).filter(told);
    Ok(Json(
        of_language
            .map(|text| DynamicField {
                language_code: text.language_code.clone(),
                object_type: text.object_type.clone(),
                object_code: text.object_code.clone(),
                object_id: if text.object_type == "PROPERTY" {
                    property_id.to_string()
                } else {
                    text.object_code.clone()
                },
                multilingual_dynamic_field_details: text
                    .fields
                    .iter()
                    .map(|(field_name, field_value)| FieldText {
                        field_name: answered_name(&text.object_type, field_name).to_owned(),
                        field_value: field_value.clone(),
                    })
                    .collect(),
            })
            .collect(),
    ))
}

/// The files call a plan's text its description, the answers `additional_details` (DATA-07).
fn answered_name<'a>(object_type: &str, field: &'a str) -> &'a str {
    if object_type == "RATE_CODE" && field == "description" { "additional_details" } else { field }
}
