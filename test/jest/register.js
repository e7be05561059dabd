// Lets this process import TypeScript: `node --import ./test/jest/register.js program.ts`.
import { register } from 'node:module';

register('./typescript-loader.js', import.meta.url);
process.setSourceMapsEnabled(true);
