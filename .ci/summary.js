// Adds up the results of steps and of JSON reports of jest, prints the sum as one line, and exits with 1
// if anything failed. Usage: summary.js PASSED FAILED [REPORT…]
import { existsSync, readFileSync } from 'node:fs';

const [passedSteps, failedSteps, ...reports] = process.argv.slice(2);
const sum = { passed: Number(passedSteps), failed: Number(failedSteps), skipped: 0 };

for (const path of reports.filter((report) => existsSync(report))) {
  const report = JSON.parse(readFileSync(path, 'utf8'));
  sum.passed += report.numPassedTests;
  // A file that could not be loaded counts as one failure.
  sum.failed += report.numFailedTests + report.numRuntimeErrorTestSuites;
  sum.skipped += report.numPendingTests + report.numTodoTests;
}

process.stdout.write(`${sum.passed} passed, ${sum.failed} failed, ${sum.skipped} skipped\n`);
process.exitCode = sum.failed === 0 ? 0 : 1;
