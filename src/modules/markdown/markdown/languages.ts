// The languages of code blocks: the name that clients get, the grammar that highlights them, and their
// aliases. Unknown names are passed on unchanged.
import bash from 'highlight.js/lib/languages/bash';
import c from 'highlight.js/lib/languages/c';
import clojure from 'highlight.js/lib/languages/clojure';
import cpp from 'highlight.js/lib/languages/cpp';
import csharp from 'highlight.js/lib/languages/csharp';
import css from 'highlight.js/lib/languages/css';
import dart from 'highlight.js/lib/languages/dart';
import diff from 'highlight.js/lib/languages/diff';
import dockerfile from 'highlight.js/lib/languages/dockerfile';
import elixir from 'highlight.js/lib/languages/elixir';
import erlang from 'highlight.js/lib/languages/erlang';
import go from 'highlight.js/lib/languages/go';
import graphql from 'highlight.js/lib/languages/graphql';
import haskell from 'highlight.js/lib/languages/haskell';
import ini from 'highlight.js/lib/languages/ini';
import java from 'highlight.js/lib/languages/java';
import javascript from 'highlight.js/lib/languages/javascript';
import json from 'highlight.js/lib/languages/json';
import julia from 'highlight.js/lib/languages/julia';
import kotlin from 'highlight.js/lib/languages/kotlin';
import latex from 'highlight.js/lib/languages/latex';
import less from 'highlight.js/lib/languages/less';
import lua from 'highlight.js/lib/languages/lua';
import makefile from 'highlight.js/lib/languages/makefile';
import markdown from 'highlight.js/lib/languages/markdown';
import matlab from 'highlight.js/lib/languages/matlab';
import nginx from 'highlight.js/lib/languages/nginx';
import nix from 'highlight.js/lib/languages/nix';
import objectivec from 'highlight.js/lib/languages/objectivec';
import ocaml from 'highlight.js/lib/languages/ocaml';
import perl from 'highlight.js/lib/languages/perl';
import php from 'highlight.js/lib/languages/php';
import powershell from 'highlight.js/lib/languages/powershell';
import protobuf from 'highlight.js/lib/languages/protobuf';
import python from 'highlight.js/lib/languages/python';
import r from 'highlight.js/lib/languages/r';
import ruby from 'highlight.js/lib/languages/ruby';
import rust from 'highlight.js/lib/languages/rust';
import scala from 'highlight.js/lib/languages/scala';
import scss from 'highlight.js/lib/languages/scss';
import shell from 'highlight.js/lib/languages/shell';
import sql from 'highlight.js/lib/languages/sql';
import swift from 'highlight.js/lib/languages/swift';
import typescript from 'highlight.js/lib/languages/typescript';
import xml from 'highlight.js/lib/languages/xml';
import yaml from 'highlight.js/lib/languages/yaml';

export const GRAMMARS = {
  bash,
  c,
  clojure,
  cpp,
  csharp,
  css,
  dart,
  diff,
  dockerfile,
  elixir,
  erlang,
  go,
  graphql,
  haskell,
  ini,
  java,
  javascript,
  json,
  julia,
  kotlin,
  latex,
  less,
  lua,
  makefile,
  markdown,
  matlab,
  nginx,
  nix,
  objectivec,
  ocaml,
  perl,
  php,
  powershell,
  protobuf,
  python,
  r,
  ruby,
  rust,
  scala,
  scss,
  shell,
  sql,
  swift,
  typescript,
  xml,
  yaml,
};

export type GrammarName = keyof typeof GRAMMARS;

export interface Language {
  name: string | undefined;
  grammar: GrammarName | undefined;
}

const LANGUAGES: [name: string, grammar: GrammarName | undefined, words: string][] = [
  ['Bash', 'bash', 'bash sh shell zsh ksh'],
  ['Bash Session', 'shell', 'console shell-session'],
  ['C', 'c', 'c'],
  ['C#', 'csharp', 'csharp c# cs'],
  ['C++', 'cpp', 'cpp c++ cxx'],
  ['CMake', undefined, 'cmake'],
  ['CSS', 'css', 'css'],
  ['CSS+PHP', 'php', 'css+php'],
  ['Clojure', 'clojure', 'clojure clj'],
  ['CoffeeScript', undefined, 'coffeescript coffee coffee-script'],
  ['Common Lisp', undefined, 'common-lisp cl lisp'],
  ['Dart', 'dart', 'dart'],
  ['Diff', 'diff', 'diff udiff patch'],
  ['Docker', 'dockerfile', 'docker dockerfile'],
  ['EmacsLisp', undefined, 'emacs-lisp elisp emacs'],
  ['Elixir', 'elixir', 'elixir ex exs'],
  ['Elm', undefined, 'elm'],
  ['Erlang', 'erlang', 'erlang'],
  ['F#', undefined, 'fsharp f#'],
  ['Fortran', undefined, 'fortran f90'],
  ['Go', 'go', 'go golang'],
  ['GraphQL', 'graphql', 'graphql'],
  ['Groovy', undefined, 'groovy'],
  ['HTML', 'xml', 'html'],
  ['HTML+PHP', 'php', 'html+php'],
  ['HTTP', undefined, 'http'],
  ['Haskell', 'haskell', 'haskell hs'],
  ['INI', 'ini', 'ini cfg dosini'],
  ['JSON', 'json', 'json json-object'],
  ['Java', 'java', 'java'],
  ['JavaScript', 'javascript', 'javascript js jsx'],
  ['JavaScript+PHP', 'php', 'javascript+php js+php'],
  ['Julia', 'julia', 'julia jl'],
  ['Kotlin', 'kotlin', 'kotlin'],
  ['LessCss', 'less', 'less'],
  ['Lua', 'lua', 'lua'],
  ['Makefile', 'makefile', 'makefile make mf bsdmake'],
  ['Markdown', 'markdown', 'markdown md'],
  ['Matlab', 'matlab', 'matlab'],
  ['NASM', undefined, 'nasm'],
  ['Nginx configuration file', 'nginx', 'nginx'],
  ['Nix', 'nix', 'nix nixos'],
  ['OCaml', 'ocaml', 'ocaml'],
  ['Objective-C', 'objectivec', 'objective-c objectivec obj-c objc'],
  ['PHP', 'php', 'php php3 php4 php5'],
  ['Perl', 'perl', 'perl pl'],
  ['PostgreSQL SQL dialect', 'sql', 'postgresql postgres'],
  ['PowerShell', 'powershell', 'powershell pwsh posh ps1 psm1'],
  ['Prolog', undefined, 'prolog'],
  ['Properties', undefined, 'properties jproperties'],
  ['Protocol Buffer', 'protobuf', 'protobuf proto'],
  ['Python', 'python', 'python py python3 py3 sage'],
  ['Python 2.x', 'python', 'python2 py2'],
  ['Python Traceback', undefined, 'pytb py3tb'],
  ['Python console session', undefined, 'pycon'],
  ['Ruby', 'ruby', 'ruby rb duby'],
  ['Rust', 'rust', 'rust rs'],
  ['S', 'r', 'r s splus'],
  ['SCSS', 'scss', 'scss'],
  ['SQL', 'sql', 'sql'],
  ['Scala', 'scala', 'scala'],
  ['Scheme', undefined, 'scheme scm'],
  ['Swift', 'swift', 'swift'],
  ['TOML', 'ini', 'toml'],
  ['TeX', 'latex', 'tex latex'],
  ['Terraform', undefined, 'terraform tf hcl'],
  ['Text only', undefined, 'text'],
  ['TypeScript', 'typescript', 'typescript ts tsx'],
  ['VimL', undefined, 'vim'],
  ['XML', 'xml', 'xml svg'],
  ['XML+PHP', 'php', 'xml+php'],
  ['YAML', 'yaml', 'yaml yml'],
];

const byWord = new Map<string, Language>(
  LANGUAGES.flatMap(([name, grammar, words]) =>
    [name.toLowerCase(), ...words.split(' ')].map((word) => [word, { name, grammar }] as const),
  ),
);

/** Finds a language by name or alias. The name is undefined for an empty word. */
export function languageOf(word: string): Language {
  const known = byWord.get(word.toLowerCase());
  return known ?? { name: word === '' ? undefined : word, grammar: undefined };
}
