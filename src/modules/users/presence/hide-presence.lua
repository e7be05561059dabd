-- Moves later times of users back to the latest one that may be shown. Returns the user id and times of
-- each user whose times changed.
-- KEYS: times, order, clock
-- ARGV: now, the latest time, then user ids
local clock = redis.call('GET', KEYS[3])
if not clock then return {} end
local latest = tonumber(ARGV[2])
local id = string.format('%.0f', math.max(tonumber(clock) + 1, tonumber(ARGV[1])))
local hidden = {}
for i = 3, #ARGV do
  local known = redis.call('HGET', KEYS[1], ARGV[i])
  if known then
    local first, second = string.match(known, '(%d+):(%d+)')
    local active, connected = tonumber(first), tonumber(second)
    if active > latest or connected > latest then
      local times = string.format('%.0f:%.0f', math.min(active, latest), math.min(connected, latest))
      redis.call('HSET', KEYS[1], ARGV[i], times)
      redis.call('ZADD', KEYS[2], id, ARGV[i])
      hidden[#hidden + 1] = ARGV[i]
      hidden[#hidden + 1] = times
    end
  end
end
if #hidden > 0 then redis.call('SET', KEYS[3], id) end
return hidden
