// The package has types of the interface in C, but none of these classes.
declare module 'libheif-js/wasm-bundle.js' {
  interface Display {
    data: Uint8Array;
    width: number;
    height: number;
  }

  interface HeifImage {
    is_primary(): boolean;
    get_width(): number;
    get_height(): number;
    /** Fills `data` with red, green, blue and alpha; the argument of the callback is null after a failure. */
    display(display: Display, callback: (display: Display | null) => void): void;
  }

  const libheif: { HeifDecoder: new () => { decode(file: Uint8Array): HeifImage[] } };
  export default libheif;
}
