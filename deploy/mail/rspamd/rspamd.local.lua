-- Asks the panel about every message: the spam level of its recipients, whether it fits into their mailboxes, and whether a signed-in
-- sender's message names only the sender and is within the sending limits.
-- The panel reads the header itself, as the embedded mail server has the same rules.
-- Without an answer that sender's mail waits (451), as it would leave unchecked and unsigned.
local http = require 'rspamd_http'
local logger = require 'rspamd_logger'
local ucl = require 'ucl'
local util = require 'rspamd_util'

local function addresses(list)
  local found = {}
  for _, one in ipairs(list or {}) do
    table.insert(found, one.addr:lower())
  end
  return found
end

rspamd_config:register_symbol{
  name = 'PANEL_DECISION',
  type = 'prefilter',
  -- Before Rspamd's own rule (11) adds the address without its tag to the recipients.
  priority = 12,
  flags = 'empty,nostat',
  callback = function(task)
    local question = {
      user = task:get_user() or '',
      header = tostring(util.encode_base64(task:get_raw_headers())),
      size = tostring(task:get_size()),
      recipients = table.concat(addresses(task:get_recipients('smtp')), '\n'),
    }
    http.request{
      task = task,
      url = 'http://127.0.0.1:@FILTER_PORT@/rspamd/decide',
      method = 'POST',
      keepalive = true,
      timeout = 2.0,
      headers = { ['Content-Type'] = 'application/json', ['X-Vault-Token'] = '@FILTER_TOKEN@' },
      body = ucl.to_format(question, 'json-compact'),
      callback = function(err, code, body)
        if err or code ~= 200 then
          logger.errx(task, 'the panel did not decide on the message: %s', err or code)
          if question.user ~= '' then
            task:set_pre_result('soft reject', 'Temporarily unavailable, try again later', 'panel')
          end
          return
        end
        local parser = ucl.parser()
        if not parser:parse_string(tostring(body)) then
          return
        end
        local answer = parser:get_object()
        if answer.deny then
          task:set_pre_result('reject', answer.deny, 'panel')
          return
        end
        if answer.defer then
          task:set_pre_result('soft reject', answer.defer, 'panel')
          return
        end
        task:set_settings(answer)
        task:cache_set('settings', answer)
        task:cache_set('settings_name', 'panel')
      end,
    }
  end,
}
