// The project's own lint rules, which oxlint loads as a plugin (`parley/…` in oxlint.config.js).
import { MODULE_TIERS } from './module-tiers.js';
import { findWords } from './plain-words.js';

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

/** Property names that differ from the name of the class. */
const PROPERTY_NAMES = { PinoLogger: 'logger' };

/** Built-in classes, whose instances are named by their use. */
const PLAIN_TYPES = new Set(['Buffer', 'Date']);

/** A property with an injected class has its name: `userRepository: UserRepository`. */
const injectedName = {
  create(context) {
    return {
      TSParameterProperty({ accessibility, parameter, decorators = [] }) {
        if (accessibility !== 'private' || decorators.length > 0) return;
        const type = parameter.typeAnnotation?.typeAnnotation;
        if (type?.type !== 'TSTypeReference' || type.typeArguments) return;
        const className = type.typeName.name;
        if (className === undefined || PLAIN_TYPES.has(className)) return;
        const expected = PROPERTY_NAMES[className] ?? propertyNameOf(className);
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

const MAX_PARAMETERS = 6;

/** Not for constructors, whose parameters are dependencies: a limit would split classes needlessly. */
const maxParameters = {
  create(context) {
    const check = (node) => {
      const isConstructor =
        node.parent.type === 'MethodDefinition' && node.parent.kind === 'constructor';
      if (isConstructor || node.params.length <= MAX_PARAMETERS) return;
      const message = `Pass an object: a function has at most ${MAX_PARAMETERS} parameters.`;
      context.report({ node, message });
    };
    return {
      FunctionDeclaration: check,
      FunctionExpression: check,
      ArrowFunctionExpression: check,
    };
  },
};

/** Names, comments and strings use the words of the glossary. */
const plainWords = {
  create(context) {
    return {
      Program() {
        for (const { line, word, instead } of findWords(context.sourceCode.text)) {
          const message = `Instead of "${word}", say: ${instead} (docs/glossary.md).`;
          context.report({ loc: { line, column: 0 }, message });
        }
      },
    };
  },
};

export default {
  meta: { name: 'parley' },
  rules: {
    'module-tiers': moduleTiers,
    'injected-name': injectedName,
    'plain-words': plainWords,
    'max-parameters': maxParameters,
  },
};
