/**
 * The linter's rules, and with them the boundaries of the code base: who may import what, and who
 * may touch the clock, randomness, the environment and the console. Every rule that is ours rather
 * than a default says why in its message, because that is what a contributor reads when it fails.
 *
 * A JavaScript file, not JSON, because an override replaces a rule's options as a whole: the parts
 * below are put together per kind of file. `test/lint-rules.e2e-spec.ts` shows each of them failing.
 */

/* ---- Imports ---------------------------------------------------------------------------------- */

const ALIASES_ONLY = {
  regex: String.raw`(^|/)\.\.(/|$)|^\./(config|platform|modules)/`,
  message: 'Own folder: ./x.js. Anything else: #config/…, #platform/…, #modules/<area>/<module>.',
};

/** A module shows to the others what its index.ts lists, and nothing else. */
const PRIVATE_TO_MODULE = {
  regex: String.raw`^#modules/.+/.+\.js$`,
  message: 'Private to its module. Import what its index.ts lists: #modules/<area>/<module>.',
};

const NO_FEATURES = {
  group: [String.raw`\#modules/**`],
  message: 'platform/ knows no feature: the feature calls the platform, never the reverse.',
};

const NO_SERVER = {
  group: [String.raw`\#**`],
  message: 'The client is published by itself: it takes nothing from the server.',
};

const NO_SQL = {
  group: ['typeorm', 'typeorm/**', 'pg', String.raw`\#platform/database/data-source.js`],
  message: 'SQL and TypeORM live in *.repository.ts.',
};

const NO_DATABASE = {
  ...NO_SQL,
  group: [...NO_SQL.group, String.raw`\#platform/database/**`],
};

const NO_QUERIES = {
  group: ['./*.repository.js', './*.service.js', './*.access.js', ...NO_DATABASE.group],
  allowTypeImports: true,
  message: 'This kind of file is pure: it receives rows and turns them into something else.',
};

const NO_HTTP = {
  group: ['express', 'node:http', 'node:https', '@nestjs/platform-express'],
  message: 'Services and repositories know no HTTP: throw an ApiError, return a value.',
};

const NO_EVENTS_OR_JOBS = {
  group: [String.raw`\#platform/event-log/**`, String.raw`\#platform/jobs/**`],
  message: 'Repositories are SQL only: the service appends events and enqueues jobs.',
};

const NO_FORWARD_REF = {
  name: '@nestjs/common',
  importNames: ['forwardRef'],
  message: 'Two features that need each other: move the use case to a feature above both.',
};

const NO_REQUEST_SCOPE = {
  name: '@nestjs/core',
  importNames: ['REQUEST'],
  message: 'The actor is an argument. Request scope rebuilds the provider tree for every request.',
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
  message: 'The environment is read once, in src/config; inject Config.',
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
  message: 'Randomness comes from #platform/crypto.js.',
};

const EVERYWHERE = [
  NO_FORWARD_REF,
  NO_REQUEST_SCOPE,
  NO_ORM_MAGIC,
  NO_PROCESS_MODULE,
  NO_RAW_RANDOMNESS,
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
  message: 'Time comes from Clock (#platform/clock.js), so that tests can set it.',
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

/* ---- Words ------------------------------------------------------------------------------------ */

const OLD_WORDS = [
  'client/**',
  'soak/**',
  'test/**',
  'lint/**',
  'oxlint.config.js',
  'jest.config.js',
  'src/modules/**',
  'src/platform/database/migrations/**',
  'src/platform/http/**',
  'src/platform/jobs/**',
  'src/platform/mail/**',
  'src/admin/**',
  'src/config/**',
];

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
    // A promise nobody waits for is an error nobody sees.
    'typescript/no-floating-promises': 'error',
    'typescript/no-misused-promises': 'error',
    'typescript/await-thenable': 'error',
    'typescript/return-await': ['error', 'error-handling-correctness-only'],
    'typescript/only-throw-error': 'error',
    'typescript/prefer-promise-reject-errors': ['error', { allowThrowingUnknown: true }],
    'promise/always-return': 'off',
    // Node's callbacks have to be called from somewhere.
    'promise/no-callback-in-promise': 'off',

    // Types end where `any` begins: input is `unknown` until it is checked.
    'typescript/no-explicit-any': 'error',
    'typescript/no-unsafe-argument': 'error',
    'typescript/no-unsafe-assignment': 'error',
    'typescript/no-unsafe-call': 'error',
    'typescript/no-unsafe-member-access': 'error',
    'typescript/no-unsafe-return': 'error',
    'typescript/no-unsafe-function-type': 'error',
    'typescript/ban-ts-comment': 'error',
    'typescript/use-unknown-in-catch-callback-variable': 'error',
    // Naming the type of a checked row is what a repository does, and it needs an assertion.
    'typescript/no-unsafe-type-assertion': 'off',

    // A role or policy from a row is a number, and its order means something.
    'typescript/no-unsafe-enum-comparison': 'off',
    // Limits on text count code points, which is what spreading a string gives.
    'typescript/no-misused-spread': ['error', { allow: ['string'] }],

    // A new member of a union must not fall through silently.
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
    // Adding a field to Express's Request means naming it again.
    'no-shadow': ['error', { allow: ['Request'] }],
    'no-warning-comments': ['error', { terms: ['todo', 'fixme', 'xxx', 'hack'] }],
    'unicorn/no-abusive-eslint-disable': 'error',
    'unicorn/prefer-node-protocol': 'error',
    // A small function beside its only use reads better than one at the end of the file.
    'unicorn/consistent-function-scoping': 'off',

    'import/no-cycle': 'error',
    'import/no-default-export': 'error',
    // `import pg from 'pg'; pg.types` is how a CommonJS package is used from ESM.
    'import/no-named-as-default-member': 'off',
    'import/no-unassigned-import': ['error', { allow: ['reflect-metadata'] }],
    'oxc/no-barrel-file': ['error', { threshold: 0 }],

    'parley/max-parameters': 'error',
    'parley/plain-words': 'error',
    'max-lines': lines(400),
  },
  overrides: [
    {
      // Configuration of tools: a default export is their interface, and nothing in it has a type.
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

    /* By kind of file: what each may not know. */
    {
      files: ['src/platform/**/*.ts'],
      rules: { 'no-restricted-imports': imports({ features: NO_FEATURES }) },
    },
    {
      files: ['src/modules/**/*.controller.ts'],
      rules: { 'no-restricted-imports': imports({ patterns: [NO_DATABASE] }) },
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
      // Only where no class is injected: decorator metadata needs those imports as values.
      files: [
        'src/modules/**/*.{view,constants,events,jobs}.ts',
        'test/**/*-spec.ts',
        'bench/**/*.ts',
        'soak/**/*.ts',
      ],
      rules: { 'typescript/consistent-type-imports': 'error' },
    },

    {
      // A package of its own: the server is as far away as any other program.
      files: ['client/src/**/*.ts'],
      rules: {
        'no-restricted-imports': imports({ features: NO_SERVER }),
        'no-restricted-globals': 'off',
        'no-restricted-properties': 'off',
      },
    },
    {
      // The public face of the client and of each module.
      files: ['client/src/index.ts', 'src/modules/*/*/index.ts'],
      rules: { 'oxc/no-barrel-file': 'off' },
    },
    /* The few files behind which clock, randomness and environment are kept. */
    {
      files: ['src/platform/clock.ts'],
      rules: { 'no-restricted-globals': globals([NO_DATE]) },
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
        // Starts and signals PostgreSQL's processes.
        'src/platform/database/embedded/operating-system.ts',
      ],
      rules: { 'no-restricted-globals': globals([NO_PROCESS]) },
    },
    {
      // Makes the first SECRET_KEY, before there is anything that could be injected.
      files: ['src/config/config.ts'],
      rules: { 'no-restricted-imports': imports({ without: [NO_RAW_RANDOMNESS] }) },
    },
    {
      files: ['src/platform/database/migrations/**/*.ts'],
      rules: { 'max-lines': lines(800) },
    },

    /* Tests, bench and soak may look behind the curtain, never at a hidden type. */
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
    {
      // Folders whose words are still to be replaced; the list only gets shorter.
      files: OLD_WORDS,
      rules: { 'parley/plain-words': 'off' },
    },
  ],
};
