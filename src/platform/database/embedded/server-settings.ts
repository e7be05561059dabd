/**
 * Settings of the embedded server, passed on its command line, which overrides postgresql.conf.
 * Durability settings stay at the defaults of PostgreSQL.
 */
export const SERVER_SETTINGS: Readonly<Record<string, string>> = {
  cluster_name: 'parley',
  // No TCP. The directory of the socket is accessible to the owner of the server and root only.
  listen_addresses: '',
  max_connections: '200',
  shared_buffers: '256MB',
  maintenance_work_mem: '128MB',
  random_page_cost: '1.1',
  // For many short queries: parallel plans take cores from other requests and, in a container, can
  // exceed the shared memory.
  max_parallel_workers_per_gather: '0',
  jit: 'off',
  // Ends the transactions of killed API processes, which may hold the lock of a realm.
  client_connection_check_interval: '2s',
  timezone: 'UTC',
  log_timezone: 'UTC',
  // The log must not contain user data: no statements, no values of violated constraints.
  log_min_error_statement: 'panic',
  log_error_verbosity: 'terse',
  log_checkpoints: 'off',
};
