-- Adds presences from PostgreSQL; what Redis holds already stays.
-- KEYS: times, order
-- ARGV: user id, times and update id of each presence
for i = 1, #ARGV, 3 do
  if redis.call('HSETNX', KEYS[1], ARGV[i], ARGV[i + 1]) == 1 then
    redis.call('ZADD', KEYS[2], ARGV[i + 2], ARGV[i])
  end
end
