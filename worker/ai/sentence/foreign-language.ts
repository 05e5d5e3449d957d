/** Languages in other letters than Latin ones. One letter alone tells Ukrainian from Russian, and Japanese from Chinese. */
const SCRIPTS: readonly (readonly [letters: RegExp, language: string, isTelling?: true])[] = [
  [/[іїєґ]/giu, 'Ukrainian', true],
  [/\p{sc=Cyrl}/gu, 'Russian'],
  [/\p{sc=Grek}/gu, 'Greek'],
  [/\p{sc=Hebr}/gu, 'Hebrew'],
  [/\p{sc=Arab}/gu, 'Arabic'],
  [/\p{sc=Deva}/gu, 'Hindi'],
  [/\p{sc=Thai}/gu, 'Thai'],
  [/\p{sc=Hang}/gu, 'Korean'],
  [/[\p{sc=Hira}\p{sc=Kana}]/gu, 'Japanese', true],
  [/\p{sc=Hani}/gu, 'Chinese'],
]

/** The small words of each language, which every sentence of it has. */
const SMALL_WORDS: Readonly<Record<string, string>> = {
  English:
    'the a an and or of my your our to when whenever if every each on at in is are it me i you for from with by that this into as be not only but new send get turn add post do have can',
  German:
    'der die das den dem des ein eine einen und wenn sobald ich mir mein meine jede jeden um uhr im auf mit für von zum ist nicht neue es mich neues bei',
  French: 'le la les un une des du de et quand si je me mon mes chaque tous à au sur dans en est pour avec par que pas',
  Spanish:
    'el la los las un una y o cuando si yo me mi cada todos días a al en es con por para que no nuevo hora de mis guarda avísame',
  Italian:
    'il lo la gli un una e o quando se mi mio mia ogni tutti alle al nel su con per che non di del della è accendi',
  Portuguese:
    'o os as um uma e quando se eu me meu minha lembre-me cada todo toda às no na em com por para que não do da novo é',
  Dutch: 'de het een en of als wanneer ik mij me mijn elke dag om uur in op met voor van naar is niet zet aan bij',
  Swedish: 'och en ett när om jag mig min mitt varje dag på i för till av är inte ny nytt vid tänd',
  Danish: 'og en et når hvis jeg mig min mit hver dag på i med for til af er ikke ny nyt',
  Norwegian: 'og en et når hvis jeg meg min mitt hver dag på i med for til av er ikke ny nytt',
  Hungarian: 'a az és ha amikor minden nap hogy nem egy új este van küldj',
  Polish: 'i lub gdy kiedy jeśli mi mnie mój każdy każdego na w z o do że nie się jest rano codziennie',
  Turkish: 've bir bu her gün saat bana için ile ise yeni ver gönder bildirim',
  Czech: 'a nebo když pokud mi můj každý den v na s že ne se je nový každé pošli',
  Finnish: 'ja tai kun jos minun joka aamu on ei uusi että',
  Romanian: 'și când dacă îmi mea fiecare zi la în pe cu pentru nu este nou',
  Indonesian: 'dan atau ketika jika saya setiap hari jam di ke dari dengan untuk yang kirim',
}

/** Words of a sentence that tell its language. */
const FEWEST = 2

/**
 * The English name of the language of a sentence that is not English, such as German; null for English, and for a
 * sentence of names alone.
 */
export function foreignLanguage(sentence: string): string | null {
  const length = sentence.match(/\p{L}/gu)?.length ?? 0
  for (const [letters, language, isTelling] of SCRIPTS)
    if ((sentence.match(letters)?.length ?? 0) > (isTelling ? 0 : length / 5)) return language
  const said = sentence.toLowerCase().match(/[\p{L}-]+/gu) ?? []
  const counted = Object.entries(SMALL_WORDS).map(([language, text]) => {
    const words = new Set(text.split(' '))
    return { language, count: said.filter((word) => words.has(word)).length }
  })
  const english = counted[0]?.count ?? 0
  const [best] = counted.slice(1).toSorted((left, right) => right.count - left.count)
  return best && best.count >= FEWEST && best.count > english ? best.language : null
}
