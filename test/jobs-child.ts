// A process of its own that runs the jobs of jobs-app.ts, with the options in its argument as JSON.
import { JobsApp, type JobsAppOptions } from './jobs-app.js';

const options = JSON.parse(process.argv[2]!) as JobsAppOptions;
const app = await JobsApp.start({ ...options, runWorkers: true });
process.on('SIGTERM', () => void app.close().then(() => process.exit(0)));
process.stdout.write('ready');
