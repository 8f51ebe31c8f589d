-- Every query different: arrival over a year, 1 to 14 nights (or 3), 1 to 4 guests.
local first = os.time({ year = tonumber(os.getenv("YEAR")), month = tonumber(os.getenv("MONTH")), day = tonumber(os.getenv("DAY")), hour = 12 })
local nights = tonumber(os.getenv("NIGHTS") or "3")
math.randomseed(os.time())
function request()
  local arrival = first + 86400 * math.random(1, 360)
  local stay = nights > 0 and nights or math.random(1, 14)
  return wrk.format("GET", "/v4/properties/7/mini-rates-with-availability/v3?check_in_date=" .. os.date("%Y-%m-%d", arrival)
    .. "&check_out_date=" .. os.date("%Y-%m-%d", arrival + 86400 * stay) .. "&number_of_persons=" .. math.random(1, 4))
end
