import type { Schema } from '#platform/http/contract.js';
import type { PlaygroundEntity } from './playground.entity.js';

export function playgroundView(playground: PlaygroundEntity): Schema<'RealmPlayground'> {
  return {
    id: playground.id,
    name: playground.name,
    pygments_language: playground.pygmentsLanguage,
    url_template: playground.urlTemplate,
  };
}
