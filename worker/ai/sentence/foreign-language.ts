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
    'der die das den dem des ein eine einen einem einer und oder wenn sobald immer ich mir mich mein meine meinen meinem jeden jede jedes um uhr am im auf mit für von zum zur bei nach aus ist wird nicht nur dass sende sag mach neue täglich',
  French:
    'le la les un une des du de et ou quand lorsque si je tu il me moi mon ma mes chaque tous jour à au aux sur dans en est pour avec par que qui ne pas soir dis',
  Spanish:
    'el la los las un una unos y o cuando si yo me mi mis cada todos días día a al las en es con por para que no nuevo nueva correo mándame hora',
  Italian:
    'il lo la gli le un una e o quando se io mi mio mia ogni tutti alle al nel nella su con per che non di del della sera è si domani',
  Portuguese:
    'o os as um uma e ou quando se eu me meu minha cada todo todos dia dias às ao no na em com por para que não do da novo nova lembre-me toda todas sempre é',
  Dutch:
    'de het een en of als wanneer ik mij me mijn elke iedere dag om uur in op met voor van bij naar is niet dat stuur zet er wordt',
  Swedish: 'och en ett när om jag mig min mitt mina varje dag på i med för till av är inte skicka ny nytt nya det',
  Danish: 'og en et når hvis jeg mig min mit mine hver dag på i med for til af er ikke send ny nyt nye det',
  Norwegian: 'og en et ei når hvis jeg meg min mitt mine hver dag på i med for til av er ikke send ny nytt nye det',
  Hungarian: 'a az és vagy ha amikor minden nap hogy nem egy új este van',
  Polish:
    'i lub gdy kiedy jeśli jak mi mnie mój moja każdy każdego dnia na w z o do że nie się jest wyślij przypomnij codziennie rano pada nowy nowa',
  Turkish: 've bir bu her gün saat bana için ile gönder yeni ise eğer ver',
  Czech: 'a nebo když pokud mi mě můj každý den v na s o do že ne se je nový nová ráno ve prší',
  Finnish: 'ja tai kun jos minun joka aamu on ei uusi lähetä se että aamu ilta',
  Romanian: 'și sau când dacă eu îmi mie meu mea fiecare zi la în pe cu pentru nu este nou nouă',
  Indonesian: 'dan atau ketika jika saya aku setiap hari jam di ke dari dengan untuk tidak yang baru pagi',
}

/** Letters that one language alone of these has. */
const LETTERS: Readonly<Record<string, RegExp>> = {
  German: /ß/,
  French: /[œêû]/,
  Spanish: /[ñ¿¡]/,
  Portuguese: /[ãõ]/,
  Hungarian: /[őű]/,
  Polish: /[ąęłńśźż]/,
  Turkish: /[ğış]/,
  Czech: /[ěřůď]/,
  Romanian: /[țșă]/,
}

/** In no word. */
const NONE = /(?!)/

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
    const letters = LETTERS[language] ?? NONE
    return { language, count: said.filter((word) => words.has(word) || letters.test(word)).length }
  })
  const english = counted[0]?.count ?? 0
  const [best] = counted.slice(1).toSorted((left, right) => right.count - left.count)
  return best && best.count >= FEWEST && best.count > english ? best.language : null
}
