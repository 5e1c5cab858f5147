-- Sends the requests of a file in turn (a line each: method, path, header name, header value, body, split by tabs) and prints one line of JSON.
local requests = {}
local at = 0

function init(args)
  for line in io.lines(args[1]) do
    local fields = {}
    for field in (line .. '\t'):gmatch('(.-)\t') do fields[#fields + 1] = field end
    local headers = {}
    for name, value in pairs(wrk.headers) do headers[name] = value end
    if fields[3] ~= '' then headers[fields[3]] = fields[4] end
    local body = fields[5]
    if body ~= '' then headers['content-type'] = 'application/json' else body = nil end
    requests[#requests + 1] = wrk.format(fields[1], fields[2], headers, body)
  end
end

function request()
  at = at % #requests + 1
  return requests[at]
end

function done(summary, latency)
  local errors = summary.errors
  io.write(string.format(
    'REPORT {"requests":%d,"micros":%d,"failed":%d,"p50Micros":%d,"p99Micros":%d}\n',
    summary.requests, summary.duration,
    errors.connect + errors.read + errors.write + errors.status + errors.timeout,
    latency:percentile(50), latency:percentile(99)))
end
