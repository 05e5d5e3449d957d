/** A field of a form with all its values, such as those of a group of checkboxes: a line each that is not empty. */
export function joinedValues(values: readonly string[]): string {
  return values.flatMap((value) => (value === '' ? [] : [value.replaceAll('\r\n', '\n')])).join('\n')
}

/** The fields of a form that a browser sent without JavaScript, as our script would send them. */
export function joinedFields(encoded: string): Record<string, string> {
  const sent = new URLSearchParams(encoded)
  return Object.fromEntries([...new Set(sent.keys())].map((name) => [name, joinedValues(sent.getAll(name))]))
}
