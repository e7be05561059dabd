/**
 * The rules of the linter: imports between modules, access to clock, randomness, environment and
 * console, and the words of the glossary. The messages of rules beyond the defaults give their reason.
 *
 * This is JavaScript because an override replaces all options of a rule: the parts below are combined
 * for each kind of file. `test/lint-rules.e2e-spec.ts` has a case for each of them.
 */

/* ---- Imports ---------------------------------------------------------------------------------- */

const ALIASES_ONLY = {
  regex: String.raw`(^|/)\.\.(/|$)|^\./(config|platform|modules)/`,
  message: 'Own folder: ./x.js. Anything else: #config/…, #platform/…, #modules/<area>/<module>.',
};

/** The public face of a module is its index.ts. */
const PRIVATE_TO_MODULE = {
  regex: String.raw`^#modules/.+/.+\.js$`,
  message: 'Private to its module. Import from its index.ts: #modules/<area>/<module>.',
};

const NO_FEATURES = {
  group: [String.raw`\#modules/**`],
  message: 'platform/ must not depend on features.',
};

const NO_SERVER = {
  group: [String.raw`\#**`],
  message: 'The client is a separate package and must not import from the server.',
};

const NO_SQL = {
  group: ['typeorm', 'typeorm/**', 'pg', String.raw`\#platform/database/data-source.js`],
  message: 'SQL and TypeORM belong in *.repository.ts.',
};

const NO_DATABASE = {
  ...NO_SQL,
  group: [...NO_SQL.group, String.raw`\#platform/database/**`],
};

const NO_REPOSITORY = {
  group: ['./*.repository.js'],
  allowTypeImports: true,
  message: 'Controllers call a service or an access class, which calls the repository.',
};

const NO_QUERIES = {
  group: ['./*.repository.js', './*.service.js', './*.access.js', ...NO_DATABASE.group],
  allowTypeImports: true,
  message: 'Files of this kind are pure and must not query.',
};

const NO_HTTP = {
  group: ['express', 'node:http', 'node:https', '@nestjs/platform-express'],
  message: 'Services and repositories do not depend on HTTP: throw an ApiError, return a value.',
};

const NO_EVENTS_OR_JOBS = {
  group: [String.raw`\#platform/event-log/**`, String.raw`\#platform/jobs/**`],
  message: 'Repositories contain only SQL: services append events and enqueue jobs.',
};

const NO_FORWARD_REF = {
  name: '@nestjs/common',
  importNames: ['forwardRef'],
  message: 'When two modules need each other, move the use case to a module above both.',
};

const NO_REQUEST_SCOPE = {
  name: '@nestjs/core',
  importNames: ['REQUEST'],
  message: 'Pass the actor as an argument: request scope rebuilds providers for every request.',
};

const NO_ORM_MAGIC = {
  name: 'typeorm',
  importNames: [
    'OneToOne OneToMany ManyToOne ManyToMany JoinTable JoinColumn RelationId',
    'BeforeInsert AfterInsert BeforeUpdate AfterUpdate BeforeRemove AfterRemove',
    'AfterLoad EventSubscriber BaseEntity',
  ].flatMap((names) => names.split(' ')),
  message: 'Entities are columns only: ids and foreign keys, no relations, hooks or subscribers.',
};

const NO_PROCESS_MODULE = {
  name: 'node:process',
  message: 'Only src/config reads the environment; inject Config.',
};

const NO_RAW_RANDOMNESS = {
  name: 'node:crypto',
  importNames: [
    'randomBytes',
    'randomInt',
    'randomUUID',
    'randomFillSync',
    'getRandomValues',
    'default',
  ],
  message: 'Use the functions of #platform/crypto.js.',
};

const NO_ROUTES_WITHOUT_RIGHTS = {
  name: '@nestjs/common',
  importNames: ['Post', 'Put', 'Patch', 'Delete'],
  message: 'Use the decorators of #platform/http/write-routes.js.',
};

const EVERYWHERE = [
  NO_FORWARD_REF,
  NO_REQUEST_SCOPE,
  NO_ORM_MAGIC,
  NO_PROCESS_MODULE,
  NO_RAW_RANDOMNESS,
  NO_ROUTES_WITHOUT_RIGHTS,
];

function imports({ patterns = [], features = PRIVATE_TO_MODULE, without = [] } = {}) {
  return [
    'error',
    {
      paths: EVERYWHERE.filter((path) => !without.includes(path)),
      patterns: [ALIASES_ONLY, features, ...patterns],
    },
  ];
}

/* ---- Globals ---------------------------------------------------------------------------------- */

const NO_PROCESS = { name: 'process', message: NO_PROCESS_MODULE.message };
const NO_DATE = {
  name: 'Date',
  message: 'Inject Clock (#platform/clock.js), so that tests can set the time.',
};
const NO_CRYPTO = { name: 'crypto', message: NO_RAW_RANDOMNESS.message };

function globals(without = []) {
  return [
    'error',
    {
      globals: [NO_PROCESS, NO_DATE, NO_CRYPTO].filter((global) => !without.includes(global)),
      checkGlobalObject: true,
    },
  ];
}

const NO_MATH_RANDOM = [
  'error',
  { object: 'Math', property: 'random', message: NO_RAW_RANDOMNESS.message },
];

/* ---- Size ------------------------------------------------------------------------------------- */

function lines(max) {
  return ['error', { max, skipBlankLines: true, skipComments: true }];
}

export default {
  plugins: ['typescript', 'import', 'unicorn', 'oxc', 'node', 'promise'],
  jsPlugins: ['./lint/parley.js'],
  categories: { correctness: 'error', suspicious: 'error' },
  ignorePatterns: [
    'node_modules',
    'dist',
    'dist-check',
    'bench/dist',
    'soak/dist',
    'client/dist',
    // Generated.
    'client/src/api-types.ts',
    'src/platform/http/openapi/api-types.ts',
    'var',
    'coverage',
  ],
  options: { reportUnusedDisableDirectives: 'error' },
  rules: {
    // The errors of a promise without a handler are lost.
    'typescript/no-floating-promises': 'error',
    'typescript/no-misused-promises': 'error',
    'typescript/await-thenable': 'error',
    'typescript/return-await': ['error', 'error-handling-correctness-only'],
    'typescript/only-throw-error': 'error',
    'typescript/prefer-promise-reject-errors': ['error', { allowThrowingUnknown: true }],
    'promise/always-return': 'off',
    // Needed for the callback interfaces of Node.
    'promise/no-callback-in-promise': 'off',

    // Input is `unknown` until it is checked.
    'typescript/no-explicit-any': 'error',
    'typescript/no-unsafe-argument': 'error',
    'typescript/no-unsafe-assignment': 'error',
    'typescript/no-unsafe-call': 'error',
    'typescript/no-unsafe-member-access': 'error',
    'typescript/no-unsafe-return': 'error',
    'typescript/no-unsafe-function-type': 'error',
    'typescript/ban-ts-comment': 'error',
    'typescript/use-unknown-in-catch-callback-variable': 'error',
    // Repositories assert the types of rows.
    'typescript/no-unsafe-type-assertion': 'off',

    // Roles and policies in rows are numbers with a meaningful order.
    'typescript/no-unsafe-enum-comparison': 'off',
    // Spreading a string yields code points, which limits on text count.
    'typescript/no-misused-spread': ['error', { allow: ['string'] }],

    // A new member of a union must be handled.
    'typescript/switch-exhaustiveness-check': [
      'error',
      { considerDefaultExhaustiveForUnions: true },
    ],
    'typescript/explicit-function-return-type': [
      'error',
      { allowExpressions: true, allowTypedFunctionExpressions: true },
    ],
    'typescript/no-deprecated': 'error',
    'typescript/no-require-imports': 'error',
    'typescript/no-namespace': 'error',
    'typescript/no-extraneous-class': ['error', { allowWithDecorator: true }],
    'typescript/consistent-return': 'off',
    eqeqeq: 'error',
    'no-var': 'error',
    'prefer-const': 'error',
    'no-throw-literal': 'error',
    'no-empty': 'error',
    'no-underscore-dangle': 'off',
    // Extending the Request of Express shadows its name.
    'no-shadow': ['error', { allow: ['Request'] }],
    'no-warning-comments': ['error', { terms: ['todo', 'fixme', 'xxx', 'hack'] }],
    'unicorn/no-abusive-eslint-disable': 'error',
    'unicorn/prefer-node-protocol': 'error',
    // Small functions may be next to their only use.
    'unicorn/consistent-function-scoping': 'off',

    'import/no-cycle': 'error',
    'import/no-default-export': 'error',
    // For CommonJS packages: `import pg from 'pg'; pg.types`.
    'import/no-named-as-default-member': 'off',
    'import/no-unassigned-import': ['error', { allow: ['reflect-metadata'] }],
    'oxc/no-barrel-file': ['error', { threshold: 0 }],

    'parley/max-parameters': 'error',
    'parley/plain-words': 'error',
    'max-lines': lines(400),
  },
  overrides: [
    {
      // Configuration files of tools: untyped, with default exports.
      files: ['**/*.js'],
      rules: {
        'import/no-default-export': 'off',
        'typescript/explicit-function-return-type': 'off',
        'typescript/no-unsafe-argument': 'off',
        'typescript/no-unsafe-assignment': 'off',
        'typescript/no-unsafe-call': 'off',
        'typescript/no-unsafe-member-access': 'off',
        'typescript/no-unsafe-return': 'off',
      },
    },
    {
      files: ['src/**/*.ts'],
      rules: {
        'parley/module-tiers': 'error',
        'parley/injected-name': 'error',
        'no-console': 'error',
        'no-restricted-globals': globals(),
        'no-restricted-properties': NO_MATH_RANDOM,
        'no-restricted-imports': imports(),
      },
    },

    /* Imports by kind of file. */
    {
      files: ['src/platform/**/*.ts'],
      rules: { 'no-restricted-imports': imports({ features: NO_FEATURES }) },
    },
    {
      files: ['src/modules/**/*.controller.ts'],
      rules: { 'no-restricted-imports': imports({ patterns: [NO_DATABASE, NO_REPOSITORY] }) },
    },
    {
      files: ['src/modules/**/*.service.ts', 'src/modules/**/*.access.ts'],
      rules: { 'no-restricted-imports': imports({ patterns: [NO_SQL, NO_HTTP] }) },
    },
    {
      files: ['src/modules/**/*.repository.ts'],
      rules: { 'no-restricted-imports': imports({ patterns: [NO_HTTP, NO_EVENTS_OR_JOBS] }) },
    },
    {
      files: ['src/modules/**/*.{dto,view,constants,events,jobs}.ts'],
      rules: { 'no-restricted-imports': imports({ patterns: [NO_QUERIES] }) },
    },
    {
      // Not where classes are injected: decorator metadata needs imports of values.
      files: [
        'src/modules/**/*.{view,constants,events,jobs}.ts',
        'test/**/*-spec.ts',
        'bench/**/*.ts',
        'soak/**/*.ts',
      ],
      rules: { 'typescript/consistent-type-imports': 'error' },
    },

    {
      // A separate package.
      files: ['client/src/**/*.ts'],
      rules: {
        'no-restricted-imports': imports({ features: NO_SERVER }),
        'no-restricted-globals': 'off',
        'no-restricted-properties': 'off',
      },
    },
    {
      // The public faces of the client and of the modules.
      files: ['client/src/index.ts', 'src/modules/*/*/index.ts'],
      rules: { 'oxc/no-barrel-file': 'off' },
    },
    /* The files with access to clock, randomness and environment. */
    {
      files: ['src/platform/clock.ts'],
      rules: { 'no-restricted-globals': globals([NO_DATE]) },
    },
    {
      files: ['src/platform/http/write-routes.ts'],
      rules: {
        'no-restricted-imports': imports({
          features: NO_FEATURES,
          without: [NO_ROUTES_WITHOUT_RIGHTS],
        }),
      },
    },
    {
      files: ['src/platform/crypto.ts'],
      rules: {
        'no-restricted-globals': globals([NO_CRYPTO]),
        'no-restricted-imports': imports({ features: NO_FEATURES, without: [NO_RAW_RANDOMNESS] }),
      },
    },
    {
      files: [
        'src/config/**/*.ts',
        'src/main.ts',
        'src/admin/main.ts',
        // Starts and signals processes of PostgreSQL.
        'src/platform/database/embedded/operating-system.ts',
        // The program of another process.
        'src/platform/images/image-process.main.ts',
      ],
      rules: { 'no-restricted-globals': globals([NO_PROCESS]) },
    },
    {
      // Generates SECRET_KEY before providers exist.
      files: ['src/config/config.ts'],
      rules: { 'no-restricted-imports': imports({ without: [NO_RAW_RANDOMNESS] }) },
    },
    {
      files: ['src/platform/database/migrations/**/*.ts'],
      rules: { 'max-lines': lines(800) },
    },

    /* Tests, bench and soak. */
    {
      files: ['test/**/*.ts', 'bench/**/*.ts', 'soak/**/*.ts', '**/*.spec.ts'],
      rules: {
        'max-lines': lines(800),
        'no-restricted-globals': 'off',
        'no-restricted-properties': 'off',
      },
    },
    {
      files: ['**/*.spec.ts', '**/*.e2e-spec.ts'],
      plugins: ['typescript', 'import', 'unicorn', 'oxc', 'node', 'promise', 'jest'],
      rules: {
        'jest/no-focused-tests': 'error',
        'jest/no-disabled-tests': 'error',
        'jest/no-identical-title': 'error',
        'jest/no-commented-out-tests': 'error',
        'jest/valid-expect': 'error',
        'jest/expect-expect': [
          'error',
          { assertFunctionNames: ['expect', 'expect*', 'verify*', 'assert*'] },
        ],
      },
    },
  ],
};
