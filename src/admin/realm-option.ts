import { Option } from 'commander';

/** The option for the organization of a command. */
export function realmOption(): Option {
  const description = 'string id of the organization, which is the first label of its host name';
  return new Option('--realm <id>', description).default('', 'the root organization');
}
