/** The first sentences, without a model: enough to see an Applet run. */
export function summarize(text: string, sentences: number): string {
  const parts = [...new Intl.Segmenter('en', { granularity: 'sentence' }).segment(text)]
  return parts
    .slice(0, sentences)
    .map((part) => part.segment)
    .join('')
    .trim()
}
