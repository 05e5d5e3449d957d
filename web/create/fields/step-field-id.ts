/** The id of a field's control, where the list of problems leads. */
export function stepFieldId(key: string, slug: string): string {
  return `field-${key}-${slug}`
}
