-- 65 days from a random day of a year.
local first = os.time({ year = tonumber(os.getenv("YEAR")), month = tonumber(os.getenv("MONTH")), day = tonumber(os.getenv("DAY")), hour = 12 })
math.randomseed(os.time())
function request()
  local start = first + 86400 * math.random(0, 360)
  return wrk.format("GET", "/v4/properties/7/calendar/lowest-rate-calendar?start_date=" .. os.date("%Y-%m-%d", start)
    .. "&end_date=" .. os.date("%Y-%m-%d", start + 86400 * 65) .. "&number_of_persons=1")
end
