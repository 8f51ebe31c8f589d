-- The 20 hotels of a brand nearest to anywhere on earth, from a random day of half a year, 1 to 3 nights, 1 to 4 guests.
local first = os.time({ year = tonumber(os.getenv("YEAR")), month = tonumber(os.getenv("MONTH")), day = tonumber(os.getenv("DAY")), hour = 12 })
math.randomseed(os.time())
function request()
  local arrival = first + 86400 * math.random(1, 180)
  local body = string.format('{"location":{"brand_codes":["MADEUP"],"radius":20100,"lat":%.4f,"long":%.4f},"check_in_date":"%s",'
    .. '"check_out_date":"%s","number_of_person":%d,"limit":20}', math.random() * 120 - 50, math.random() * 360 - 180,
    os.date("%Y-%m-%d", arrival), os.date("%Y-%m-%d", arrival + 86400 * math.random(1, 3)), math.random(1, 4))
  return wrk.format("POST", "/v4/crs/rates/lowest", { ["Content-Type"] = "application/json" }, body)
end
