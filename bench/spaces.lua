-- Which spaces are free: at a random hour of half a year, for one to eight hours, for one of the events that were begun.
-- EVENTS is a list of "path token" lines.
local first = os.time({ year = tonumber(os.getenv("YEAR")), month = tonumber(os.getenv("MONTH")), day = tonumber(os.getenv("DAY")), hour = 12 })
math.randomseed(os.time())
local events = {}
for path, token in os.getenv("EVENTS"):gmatch("(%S+) (%S+)") do
  table.insert(events, { path = path, token = token })
end
function request()
  local event = events[math.random(#events)]
  local from = first + 86400 * math.random(2, 180) + 3600 * math.random(0, 8)
  local body = string.format('{"name":null,"from":"%s","to":"%s"}', os.date("!%Y-%m-%dT%H:00:00Z", from),
    os.date("!%Y-%m-%dT%H:00:00Z", from + 3600 * math.random(1, 8)))
  return wrk.format("POST", event.path, { ["Content-Type"] = "application/json", ["Authorization"] = "Bearer " .. event.token }, body)
end
