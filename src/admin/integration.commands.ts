// The command `integration try`.
import type { Command } from 'commander';
import type { Terminal } from './terminal.js';

interface TryOptions {
  header: string[];
  query: string[];
  save?: string;
}

export function addIntegrationCommands(program: Command, terminal: Terminal): void {
  const collect = (value: string, values: string[]): string[] => [...values, value];
  program
    .command('integration')
    .description('integrations with other programs')
    .command('try')
    .description('print the messages for a payload as JSON, without sending them')
    .argument('<name>', 'name of the integration, such as github')
    .argument('<file>', 'a payload, or a sample with its headers and query')
    .option(
      '--header <header>',
      'a header of the request, such as "X-GitHub-Event: push"',
      collect,
      [],
    )
    .option('--query <parameter>', 'a parameter of the URL, such as branches=main', collect, [])
    .option('--save <file>', 'store the payload, headers, query and messages as a sample')
    .action(async (name: string, file: string, { header, query, save }: TryOptions) => {
      const { tryIntegration } = await import('./integration.actions.js');
      await tryIntegration(terminal, { name, file, headers: header, query, save });
    });
}
