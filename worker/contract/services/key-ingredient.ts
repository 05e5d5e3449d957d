/** The names of the ingredient that stands at this key of an item: `created_at` is `CreatedAt`, as filter code says it. */
export function nameKeyIngredient(key: string): { slug: string; name: string; from: string } {
  const words = key.split(/[_-]+/).filter(Boolean)
  const joined = words.map((word) => word.charAt(0).toUpperCase() + word.slice(1)).join('')
  const name = words.join(' ').toLowerCase()
  return {
    slug: (/^[A-Z]/.test(joined) ? joined : `Value${joined}`).slice(0, 50),
    name: name.charAt(0).toUpperCase() + name.slice(1),
    from: `$.${key}`,
  }
}
