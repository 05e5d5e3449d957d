/** Letters and digits that look like another one, after accents are gone and all is in lower case. */
const LOOKS_LIKE: Record<string, string> = {
  // Latin: one form for what people confuse.
  0: 'o',
  1: 'l',
  3: 'e',
  4: 'a',
  5: 's',
  7: 't',
  8: 'b',
  $: 's',
  '@': 'a',
  '|': 'l',
  i: 'l',
  ı: 'l',
  ɩ: 'l',
  ɑ: 'a',
  ɡ: 'g',
  ƒ: 'f',
  ø: 'o',
  ß: 'b',
  // Cyrillic.
  а: 'a',
  в: 'b',
  с: 'c',
  ԁ: 'd',
  е: 'e',
  ғ: 'f',
  һ: 'h',
  н: 'h',
  і: 'l',
  ј: 'j',
  к: 'k',
  ӏ: 'l',
  м: 'm',
  о: 'o',
  р: 'p',
  ԛ: 'q',
  г: 'r',
  ѕ: 's',
  т: 't',
  у: 'y',
  ѵ: 'v',
  ԝ: 'w',
  х: 'x',
  // Greek.
  α: 'a',
  β: 'b',
  ε: 'e',
  η: 'n',
  ι: 'l',
  κ: 'k',
  μ: 'u',
  ν: 'v',
  ο: 'o',
  ρ: 'p',
  σ: 'o',
  τ: 't',
  υ: 'u',
  χ: 'x',
  γ: 'y',
  ...pairs('օոսհցզյ', 'onuhgqj'), // Armenian.
  ...pairs('ꭺꮯꭰꭼꮐꮋꭻꮶꮮꮇꮲꮢꮪꭲꮩꮃꮓ', 'acdeghjklmprstvwz'), // Cherokee.
  ...pairs('ꓮꓐꓚꓓꓰꓝꓖꓧꓲꓙꓗꓡꓟꓠꓳꓑꓣꓢꓔꓴꓦꓪꓫꓬꓜ', 'abcdefghljklmnoprstuvwxyz'), // Lisu.
  ...pairs('ⲁⲃⲥⲉⲏⲓⲕⲙⲛⲟⲣⲧⲩⲭ', 'abcehlkmnoptyx'), // Coptic.
}

function pairs(letters: string, looks: string): Record<string, string> {
  return Object.fromEntries([...letters].map((letter, at) => [letter, looks.charAt(at)]))
}

/** Two letters that look like one. */
const LOOK_LIKE_ONE: readonly (readonly [string, string])[] = [
  ['rn', 'm'],
  ['vv', 'w'],
  ['cl', 'd'],
]

/** Reduces a name to its looks at a glance: two names with the same looks are easily taken for each other. */
export function looksOf(name: string): string {
  const plain = name
    .normalize('NFKD')
    .replace(/[\p{M}\p{Cf}\p{Default_Ignorable_Code_Point}]/gu, '')
    .toLowerCase()
  const letters = [...plain].map((letter) => LOOKS_LIKE[letter] ?? letter).join('')
  return LOOK_LIKE_ONE.reduce((text, [two, one]) => text.replaceAll(two, one), letters.replace(/[^\p{L}\p{N}]/gu, ''))
}

const OFFICIAL = looksOf('official')
const UNOFFICIAL = looksOf('unofficial')

/** Whether a name with these looks calls itself official. */
export function saysOfficial(looks: string): boolean {
  return looks.replaceAll(UNOFFICIAL, '').includes(OFFICIAL)
}
