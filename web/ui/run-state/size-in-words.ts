export function sizeInWords(bytes: number): string {
  if (bytes === 0) return 'No content'
  if (bytes === 1) return '1 byte'
  return bytes < 1000 ? `${bytes} bytes` : `${(bytes / 1000).toFixed(1)} kB`
}
