// The package describes its core only as a part of the whole.
declare module 'highlight.js/lib/core' {
  export { default } from 'highlight.js';
}
