// Stands in for nestjs-pino in tests; bundle-commonjs.js replaces this text with the package's own code.
export * from 'nestjs-pino';
