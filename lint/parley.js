// The project's own lint rules, which oxlint loads as a plugin (`parley/…` in oxlint.config.js).
import { MODULE_TIERS } from './module-tiers.js';

function tierOf(module) {
  return MODULE_TIERS.findIndex((modules) => modules.includes(module));
}

/** A module imports only modules of lower tiers, types included, and only by their index. */
const moduleTiers = {
  create(context) {
    const file = context.filename.replaceAll('\\', '/');
    const [, own] = /\/src\/modules\/([^/]+\/[^/]+)\//.exec(file) ?? [];
    if (own === undefined) return {};
    const check = (node) => {
      const [, imported] = /^#modules\/([^/]+\/[^/]+)$/.exec(node.source?.value ?? '') ?? [];
      if (imported === undefined) return;
      const tier = tierOf(imported);
      if (tier === -1 || tier >= tierOf(own)) {
        const message = `lint/module-tiers.js does not list ${imported} in a tier below ${own}.`;
        context.report({ node, message });
      }
    };
    return {
      ImportDeclaration: check,
      ExportNamedDeclaration: check,
      ExportAllDeclaration: check,
      ImportExpression: check,
    };
  },
};

/** An injected class is held by a property of its name: `private readonly userRepository: UserRepository`. */
const injectedName = {
  create(context) {
    return {
      TSParameterProperty({ parameter, decorators = [] }) {
        if (decorators.length > 0 || parameter.type !== 'Identifier') return;
        const type = parameter.typeAnnotation?.typeAnnotation;
        const name = type?.type === 'TSTypeReference' && type.typeName.name;
        if (!name) return;
        const expected = propertyNameOf(name);
        if (parameter.name !== expected) {
          const message = `Name the property after its class: ${expected}.`;
          context.report({ node: parameter, message });
        }
      },
    };
  },
};

/** `HTTPServer` becomes `httpServer`, `RealmsService` becomes `realmsService`. */
function propertyNameOf(className) {
  return className.replace(/^[A-Z]+(?![a-z])|^[A-Z]/, (start) => start.toLowerCase());
}

export default {
  meta: { name: 'parley' },
  rules: { 'module-tiers': moduleTiers, 'injected-name': injectedName },
};
