import type { Chance } from './chance.ts'
import type { Position } from './positions.ts'
import { SITE_KINDS, SITES, type SiteKind } from './sites.ts'

/** Names of sites in a region, the places of machines within them, and typical street names. */
type Words = Record<SiteKind, { contexts: string[]; spots: string[]; street: string }>

const GERMAN: Words = {
  office: {
    contexts: ['Bürohaus', 'Rathaus', 'Gründerzentrum'],
    spots: ['Empfang', 'Teeküche', '2. OG', '4. OG', 'Konferenzräume'],
    street: 'Hauptstraße',
  },
  factory: {
    contexts: ['Werk', 'Logistikzentrum', 'Druckerei'],
    spots: ['Pausenraum', 'Tor 2', 'Halle B', 'Versand', 'Meisterbüro'],
    street: 'Industriestraße',
  },
  hospital: {
    contexts: ['Klinik', 'Ärztehaus', 'Pflegezentrum'],
    spots: ['Foyer', 'Notaufnahme', 'Bettenhaus B', 'Cafeteria', 'Radiologie'],
    street: 'Klinikweg',
  },
  school: {
    contexts: ['Gymnasium', 'Berufsschule', 'Hochschule'],
    spots: ['Aula', 'Mensa', 'Bibliothek', 'Sporthalle', 'Lehrerzimmer'],
    street: 'Schulstraße',
  },
  station: {
    contexts: ['Bahnhof', 'Busbahnhof'],
    spots: ['Halle B', 'Gleis 1', 'Gleis 3', 'Wartesaal', 'Reisezentrum'],
    street: 'Bahnhofstraße',
  },
  gym: {
    contexts: ['Fitnessstudio', 'Hallenbad', 'Kletterhalle'],
    spots: ['Empfang', 'Umkleiden', 'Theke', 'Galerie'],
    street: 'Am Sportpark',
  },
}

const POLISH: Words = {
  office: {
    contexts: ['Biurowiec', 'Urząd Miasta'],
    spots: ['recepcja', 'kuchnia', '2. piętro', 'sale konferencyjne'],
    street: 'ul. Świdnicka',
  },
  factory: { contexts: ['Fabryka', 'Magazyn'], spots: ['stołówka', 'brama 2', 'hala B', 'wysyłka'], street: 'ul. Fabryczna' },
  hospital: {
    contexts: ['Szpital', 'Przychodnia'],
    spots: ['hol główny', 'izba przyjęć', 'oddział B', 'rejestracja'],
    street: 'ul. Szpitalna',
  },
  school: { contexts: ['Liceum', 'Politechnika'], spots: ['aula', 'stołówka', 'biblioteka', 'hala sportowa'], street: 'ul. Szkolna' },
  station: { contexts: ['Dworzec', 'Dworzec autobusowy'], spots: ['hala B', 'peron 1', 'peron 3', 'poczekalnia'], street: 'ul. Dworcowa' },
  gym: { contexts: ['Siłownia', 'Pływalnia'], spots: ['recepcja', 'szatnie', 'bar', 'antresola'], street: 'ul. Sportowa' },
}

const ENGLISH: Words = {
  office: {
    contexts: ['Offices', 'Town hall'],
    spots: ['reception', 'kitchen', '2nd floor', '4th floor', 'meeting rooms'],
    street: 'Main Street',
  },
  factory: { contexts: ['Plant', 'Warehouse'], spots: ['break room', 'gate 2', 'hall B', 'dispatch', 'canteen'], street: 'Factory Lane' },
  hospital: {
    contexts: ['Hospital', 'Clinic'],
    spots: ['foyer', 'emergency', 'ward B', 'cafeteria', 'radiology'],
    street: 'Hospital Road',
  },
  school: { contexts: ['College', 'School'], spots: ['hall', 'canteen', 'library', 'sports hall', 'staff room'], street: 'School Lane' },
  station: { contexts: ['Station', 'Bus station'], spots: ['hall B', 'platform 1', 'platform 3', 'waiting room'], street: 'Station Road' },
  gym: { contexts: ['Gym', 'Swimming pool'], spots: ['reception', 'changing rooms', 'bar', 'gallery'], street: 'Stadium Way' },
}

const wordsOf = (country: string): Words => (country === 'PL' ? POLISH : ['DE', 'AT', 'CH'].includes(country) ? GERMAN : ENGLISH)

/** The short form of a town's name: "Wendlingen am Neckar" becomes "Wendlingen". */
const shortName = (town: string) => town.replace(/ (am|an der|im|in der|unter|bei|ob der) .*| \(.*\)/, '')

/** The site of a machine as a serviceman would describe it. */
type Site = { kind: SiteKind; name: string; address: string }

/** A site for each position. Names are distinct, and a town gets a second station or town hall only when it has one of everything. */
export function nameSites(positions: readonly Position[], chance: Chance): Site[] {
  const contexts = new Set<string>()
  const names = new Set<string>()
  return positions.map((position) => {
    const words = wordsOf(position.country)
    const draw = () => {
      const kind = chance.pickBy(SITE_KINDS, (each) => SITES[each].often)
      return { kind, ctx: `${chance.pick(words[kind].contexts)} ${shortName(position.town)}` }
    }
    let { kind, ctx } = draw()
    for (let tries = 0; contexts.has(ctx) && tries < 20; tries++) ({ kind, ctx } = draw())
    contexts.add(ctx)
    const name = unused(names, `${ctx}, ${chance.pick(words[kind].spots)}`)
    return { kind, name, address: addressOf(position, words[kind].street, chance.whole(1, 60)) }
  })
}

function unused(names: Set<string>, preferred: string): string {
  let name = preferred
  for (let number = 2; names.has(name); number++) name = `${preferred} (${number})`
  names.add(name)
  return name
}

function addressOf({ street, houseNumber, postcode, town }: Position, likelyStreet: string, likelyNumber: number): string {
  const road = street ? `${street} ${houseNumber}`.trim() : `${likelyStreet} ${likelyNumber}`
  return `${road}, ${postcode} ${town}`.replace(',  ', ', ')
}
