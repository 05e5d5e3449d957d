/** Where these texts stand, as "place: name": as they are, encoded for an address, or in Base64 at any offset. */
export function findTexts(places: Record<string, string | Buffer>, texts: Record<string, string>): string[] {
  return Object.entries(places).flatMap(([place, content]) => {
    const bytes = Buffer.from(content)
    const found = Object.entries(texts).filter(([, text]) => spellings(text).some((each) => bytes.includes(each)))
    return found.map(([name]) => `${place}: ${name}`)
  })
}

function spellings(text: string): string[] {
  const inBase64 = ['', '-', '--'].flatMap((before) => {
    const encoded = Buffer.from(`${before}${text}`).toString('base64')
    // The first and the last group also hold what stands around the text.
    const inside = encoded.slice(before === '' ? 0 : 4, -4)
    return [inside, inside.replaceAll('+', '-').replaceAll('/', '_')]
  })
  return [...new Set([text, encodeURIComponent(text), JSON.stringify(text).slice(1, -1), ...inBase64])]
}
