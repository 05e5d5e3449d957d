/** The letters that people write as digits and signs; i and l, which both look like 1, count as one letter. */
const WRITTEN_AS: Readonly<Record<string, string>> = {
  '0': 'o',
  '1': 'i',
  '3': 'e',
  '4': 'a',
  '5': 's',
  '7': 't',
  '@': 'a',
  $: 's',
  '!': 'i',
  l: 'i',
  L: 'i',
}

/** Letters and digits alone, in lower case, as a guesser's list has them. */
export function barePassword(password: string): string {
  return password
    .normalize('NFKC')
    .toLowerCase()
    .replaceAll(/[\s\p{P}\p{S}]+/gu, '')
}

/** The same for all spellings of a password: "P@ssw0rd Passw0rd" and "passwordpassword". */
export function canonicalPassword(password: string): string {
  return barePassword(password.normalize('NFKC').replaceAll(/[013457@$!lL]/g, (sign) => WRITTEN_AS[sign] ?? sign))
}
