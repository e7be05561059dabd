/** A row of the table `playgrounds`, as on the wire. */
export interface Playground {
  id: number;
  name: string;
  pygments_language: string;
  url_template: string;
}
