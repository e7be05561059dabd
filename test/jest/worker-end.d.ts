export function exitWithoutFiles(): void;
export function atEnd(close: () => Promise<unknown>): void;
export function end(): Promise<void>;
