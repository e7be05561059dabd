-- Records reports of presence. Returns the user id and times of each user who came back, or false when
-- Redis holds nothing of the realm.
-- KEYS: times, order, clock
-- ARGV: now, the two limits (ms), then a user id and 1 (active) or 0 for each report
local clock = redis.call('GET', KEYS[3])
if not clock then return false end
local now, rewrite, away = tonumber(ARGV[1]), tonumber(ARGV[2]), tonumber(ARGV[3])
local id = math.max(tonumber(clock) + 1, now)
local back, isChanged = {}, false
for i = 4, #ARGV, 2 do
  local user, isActive = ARGV[i], ARGV[i + 1] == '1'
  local known = redis.call('HGET', KEYS[1], user)
  local active, connected = 0, 0
  if known then
    local first, second = string.match(known, '(%d+):(%d+)')
    active, connected = tonumber(first), tonumber(second)
  end
  local isBack = not known or (isActive and active < now - away)
  local setsActive, setsConnected = isActive and active < now - rewrite, connected < now - rewrite
  if setsActive then active = now end
  if setsConnected then connected = now end
  if setsActive or setsConnected then
    isChanged = true
    local times = string.format('%.0f:%.0f', active, connected)
    redis.call('HSET', KEYS[1], user, times)
    redis.call('ZADD', KEYS[2], string.format('%.0f', id), user)
    if isBack then
      back[#back + 1] = user
      back[#back + 1] = times
    end
  end
end
if isChanged then redis.call('SET', KEYS[3], string.format('%.0f', id)) end
return back
