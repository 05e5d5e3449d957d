import { looksOf, saysOfficial } from '../../contract/shared/lookalike-letters.ts'

/** Words of people who speak for a site, and of things that are no person, in the languages that Latin letters write. */
const WORDS = [
  'about abuse account accounts admin administration administrator anonymous api app apps author bank billing bot ceo cfo',
  'chief contact copyright cto customer customers customercare deleted dev developer developers email everyone founder',
  'fraud graphql guest help helpdesk help-center hooks hostmaster info invoice invoices join legal login logout mail',
  'manager me mod moderation moderator moderators mods news newsletter nil nobody none no-reply notification notifications',
  'null operator operators owner password pay payment payments postmaster press privacy refund refunds register root safety',
  'sales security service services session settings shop signin signout signup staff status store subscription support sysadmin',
  'system team terms trial trust undefined unknown updates verified verification verify webhook webhooks webmaster www',
  // German and Dutch.
  'abrechnung beheerder betaling betrug datenschutz facturen hilfe klantenservice konto kundendienst kundenservice kundensupport',
  'leitung mitarbeiter moderation offiziell rechnung rechnungen sicherheit sysop unterstuetzung veiligheid verwaltung zahlung',
  // French, Spanish, Portuguese, Italian and Romanian.
  'administrador administrateur administrateurs administracao administracion administratie amministratore amministrazione',
  'assistance assistenza atencion-al-cliente atendimento ayuda ajuda ajutor aide aiuto cobranca compte conta cuenta equipe',
  'equipo facturacion facturation facturare faturamento fatturazione moderador moderateur moderatore oficial officiel',
  'pagamento pagamenti pago pagos paiement seguranca seguridad securite sicurezza siguranta soporte supporto suporte squadra',
  // Nordic languages, Polish, Czech, Hungarian and Turkish.
  'administratoer bezpecnost bezpieczenstwo biztonsag destek faktura faktury fizetes guvenlik hjalp hjaelp hjelp',
  'kayttotuki kundeservice kundtjanst odeme pomoc podpora resmi sakerhet segitseg sikkerhet sikkerhed tuki turvallisuus',
  'ugyfelszolgalat wsparcie yardim yonetici zabezpeceni',
  // Russian, Ukrainian, Greek and Armenian in Latin letters.
  'adminka administratsiya bezopasnost bezpeka dopomoga oplata pidtrymka podderzhka pomoshch pomosch sluzhba asfaleia',
  'diacheiristis voitheia ypostirixi ajakcutyun anvtangutyun',
].flatMap((line) => line.split(' '))

/** Words that may stand before, between or after these. */
const FILLERS = 'the of and for from de la le el il der die das my our your real true here at'.split(' ')

/** Made at the first name, because few requests ask. */
let patterns: { hasWord: RegExp; spoken: RegExp } | null = null

function makePatterns() {
  return { hasWord: new RegExp(anyOf(WORDS)), spoken: new RegExp(`^(?:${anyOf([...FILLERS, ...WORDS])})+$`) }
}

/** The product's name is looked for inside of others if it is at least this long; a shorter one is in many words. */
const SHORTEST_PART = 5

/**
 * Whether a user name is nobody's own: it speaks for the site, such as "support", "The-Admin-Team" or what only looks like
 * it, or says the product's name. `product`: the setting PRODUCT_NAME.
 */
export function isReservedLogin(login: string, product: string): boolean {
  const own = looksOf(product)
  const { hasWord, spoken } = (patterns ??= makePatterns())
  return [login, login.replaceAll(/^[\d_-]+|[\d_-]+$/g, '')].some((name) => {
    const looks = looksOf(name)
    if (saysOfficial(looks) || looks === own || (own.length >= SHORTEST_PART && looks.includes(own))) return true
    return hasWord.test(looks) && spoken.test(looks)
  })
}

function anyOf(words: readonly string[]): string {
  return [...new Set(words.map(looksOf))].join('|')
}
