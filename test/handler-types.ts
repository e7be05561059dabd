// The return types of handlers, read from the source: at run time there are no types.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import ts from 'typescript';

export interface HandlerType {
  /** As written, such as `Promise<ResponseOf<'get-messages'>>`. */
  returns: string;
  /** The handler has `@Res()` and sends the response itself. */
  sendsItself: boolean;
}

/** By class and method, such as `MessagesController.send`. */
export function handlerTypes(): Map<string, HandlerType> {
  const types = new Map<string, HandlerType>();
  for (const file of readdirSync('src', { recursive: true, encoding: 'utf8' })) {
    if (!/(\.controller|metrics)\.ts$/.test(file)) continue;
    const text = readFileSync(join('src', file), 'utf8');
    const source = ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true);
    for (const statement of source.statements) {
      if (!ts.isClassDeclaration(statement)) continue;
      for (const member of statement.members) {
        if (!ts.isMethodDeclaration(member)) continue;
        types.set(`${statement.name?.text}.${member.name.getText()}`, {
          returns: member.type?.getText() ?? '',
          sendsItself: member.parameters.some((parameter) =>
            decorators(parameter).includes('@Res()'),
          ),
        });
      }
    }
  }
  return types;
}

function decorators(node: ts.ParameterDeclaration): string[] {
  return (ts.getDecorators(node) ?? []).map((decorator) => decorator.getText());
}
