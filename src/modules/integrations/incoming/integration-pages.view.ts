// Template variables of the pages that describe integrations.
import { urlOptions } from '#modules/integrations/catalogue';
import { CATEGORIES, hasEvents, type Integration } from '#modules/integrations/toolkit';

/** The integrations that contain all words of the search, by category, without empty categories. */
export function listVariables(integrations: readonly Integration[], search: string): object {
  const words = search.toLowerCase().split(/\s+/).filter(Boolean);
  const found = integrations.filter(({ name, displayName, category, summary }) => {
    const text = `${name} ${displayName} ${CATEGORIES[category]} ${summary}`.toLowerCase();
    return words.every((word) => text.includes(word));
  });
  const categories = Object.entries(CATEGORIES).map(([key, name]) => ({
    name,
    integrations: found
      .filter(({ category }) => category === key)
      .toSorted((a, b) => a.displayName.localeCompare(b.displayName, 'en'))
      .map(({ name: id, displayName, summary }) => ({ name: id, displayName, summary })),
  }));
  return { search, categories: categories.filter((one) => one.integrations.length > 0) };
}

export function integrationVariables(integration: Integration, organizationUrl: string): object {
  const { name, displayName, summary, setup } = integration;
  return {
    displayName,
    summary,
    url: `${organizationUrl}/api/v1/external/${name}?api_key=API-KEY&stream=CHANNEL&topic=TOPIC`,
    steps: setup.map(stepParts),
    options: urlOptions(integration),
    events: hasEvents(integration) ? Object.keys(integration.events).toSorted() : [],
  };
}

/** Splits a step at double asterisks, which enclose names of buttons and fields. */
function stepParts(step: string): { text: string; isName: boolean }[] {
  return step
    .split('**')
    .map((text, index) => ({ text, isName: index % 2 === 1 }))
    .filter(({ text }) => text !== '');
}
