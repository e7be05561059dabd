/**
 * Settings of the embedded server, given on its command line so that this file and no other says
 * what it runs with. Durability stays at PostgreSQL's defaults.
 */
export const SERVER_SETTINGS: Readonly<Record<string, string>> = {
  cluster_name: 'parley',
  // The socket lies in a directory that only the owner of the server and root can enter.
  listen_addresses: '',
  max_connections: '200',
  shared_buffers: '256MB',
  maintenance_work_mem: '128MB',
  random_page_cost: '1.1',
  // Many short queries: a parallel plan takes other requests' cores and, in a container, more
  // shared memory than there is.
  max_parallel_workers_per_gather: '0',
  jit: 'off',
  // A killed API process must not leave a transaction that holds the lock of a realm.
  client_connection_check_interval: '2s',
  timezone: 'UTC',
  log_timezone: 'UTC',
  // The log must not carry what people write: no statements, no values of a violated key.
  log_min_error_statement: 'panic',
  log_error_verbosity: 'terse',
  log_checkpoints: 'off',
};
