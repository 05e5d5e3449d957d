/** Languages in other letters than Latin ones. */
const SCRIPTS: readonly (readonly [pattern: RegExp, language: string])[] = [
  [/[іїєґ]/iu, 'Ukrainian'],
  [/\p{Script=Cyrillic}/u, 'Russian'],
  [/\p{Script=Greek}/u, 'Greek'],
  [/\p{Script=Hebrew}/u, 'Hebrew'],
  [/\p{Script=Arabic}/u, 'Arabic'],
  [/\p{Script=Devanagari}/u, 'Hindi'],
  [/\p{Script=Thai}/u, 'Thai'],
  [/\p{Script=Hangul}/u, 'Korean'],
  [/[\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Han}]/u, 'Chinese'],
]

/** In every Japanese sentence, and in no Chinese one. */
const KANA = /[\p{Script=Hiragana}\p{Script=Katakana}]/u

/** The small words of each language, which every sentence of it has. */
const SMALL_WORDS: Readonly<Record<string, string>> = {
  English:
    'the a an and or of my your our to when whenever if every each on at in is are it me i you for from with by that this into as be not only but new send get turn add post do have can',
  German:
    'der die das den dem ein eine einen und oder wenn sobald ich mir mein meine jeden jede um uhr am im auf mit für von zu ist nicht neue sende',
  French:
    'le la les un une des du de et ou quand si je moi mon ma mes chaque tous jour à au sur dans est pour avec que ne soir',
  Spanish:
    'el la los las un una y o cuando si me mi mis cada todos hora día a al en es con por para que no nueva correo',
  Italian: 'il lo la gli le un una e o quando se mi mio mia ogni alle al nel su con per che non di del della si domani',
  Portuguese:
    'o os as um uma e ou quando se eu me meu minha cada todos toda às ao na no em com por para que não da do nova',
  Dutch: 'de het een en of als wanneer ik mij me mijn elke om uur in op met voor van naar is niet er wordt',
  Swedish: 'och en ett när om jag mig min mitt varje på i med för till av är inte nytt nya det',
  Danish: 'og en et når hvis jeg mig min mit hver dag på i med for til af er ikke nyt nye det',
  Norwegian: 'og en et når hvis jeg meg min mitt hver dag på i med for til av er ikke nytt nye det',
  Hungarian: 'a az és vagy ha amikor minden nap hogy nem egy új este van',
  Polish:
    'i lub gdy kiedy jeśli jak mi mnie mój moja każdy każdego dnia na w z o do że nie się jest wyślij przypomnij codziennie rano pada nowy nowa',
  Turkish: 've bir bu her gün saat bana için ile gönder yeni ise eğer ver',
  Czech: 'a nebo když pokud mi mě můj každý den v na s o do že ne se je nový nová ráno ve prší',
  Finnish: 'ja tai kun jos minun joka aamu on ei uusi lähetä se että aamu ilta',
  Romanian: 'și sau când dacă eu îmi mie meu mea fiecare zi la în pe cu pentru nu este nou nouă',
  Indonesian: 'dan atau ketika jika saya aku setiap hari jam di ke dari dengan untuk tidak yang baru pagi',
}

/** Words of a sentence that tell its language. */
const FEWEST = 2

/**
 * The English name of the language of a sentence that is not English, such as German; null for English, and for a
 * sentence of names alone.
 */
export function foreignLanguage(sentence: string): string | null {
  const length = sentence.match(/\p{L}/gu)?.length ?? 0
  for (const [pattern, language] of SCRIPTS) {
    const count = sentence.match(new RegExp(pattern, `${pattern.flags}g`))?.length ?? 0
    const isOwn = language === 'Ukrainian' ? count > 0 : count > length / 5
    if (isOwn) return language === 'Chinese' && KANA.test(sentence) ? 'Japanese' : language
  }
  const said = sentence.toLowerCase().match(/[\p{L}-]+/gu) ?? []
  const counted = Object.entries(SMALL_WORDS).map(([language, text]) => {
    const words = new Set(text.split(' '))
    return { language, count: said.filter((word) => words.has(word)).length }
  })
  const english = counted[0]?.count ?? 0
  const [best] = counted.slice(1).toSorted((left, right) => right.count - left.count)
  return best && best.count >= FEWEST && best.count > english ? best.language : null
}
