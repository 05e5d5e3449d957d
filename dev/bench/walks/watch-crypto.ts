/** Watches all that the Workers have other threads do: hashes, signatures, seals. Returns whether some is under way. */
export function watchCrypto(): () => boolean {
  const { subtle } = crypto
  let underWay = 0
  for (const name of Object.getOwnPropertyNames(SubtleCrypto.prototype)) {
    const method: unknown = Reflect.get(subtle, name)
    if (name === 'constructor' || typeof method !== 'function') continue
    Reflect.set(subtle, name, async (...given: unknown[]) => {
      underWay += 1
      try {
        return await Reflect.apply(method, subtle, given)
      } finally {
        underWay -= 1
      }
    })
  }
  return () => underWay > 0
}
