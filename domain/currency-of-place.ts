import { type CURRENCIES, DEFAULT_WAYS } from './locales.ts'

/**
 * The countries (ISO 3166) and time zones of each currency, with the zones' browser names including old ones. Only supported currencies are
 * listed. Those of the dollar are included so that a foreign language does not decide there.
 */
const PLACES: Readonly<Partial<Record<(typeof CURRENCIES)[number], { countries: string; zones: string }>>> = {
  PLN: { countries: 'PL', zones: 'Europe/Warsaw Poland' },
  EUR: {
    countries: 'AD AT BE BG CY DE EE ES FI FR GR HR IE IT LT LU LV MC ME MT NL PT SI SK SM VA XK',
    zones: `Europe/Andorra Europe/Vienna Europe/Brussels Europe/Sofia Asia/Nicosia Asia/Famagusta Europe/Nicosia Europe/Berlin
      Europe/Busingen Europe/Tallinn Europe/Madrid Africa/Ceuta Atlantic/Canary Europe/Helsinki Europe/Mariehamn Europe/Paris
      Europe/Athens Europe/Zagreb Europe/Dublin Europe/Rome Europe/Vilnius Europe/Luxembourg Europe/Riga Europe/Monaco
      Europe/Podgorica Europe/Malta Europe/Amsterdam Europe/Lisbon Atlantic/Madeira Atlantic/Azores Europe/Ljubljana
      Europe/Bratislava Europe/San_Marino Europe/Vatican Indian/Reunion Indian/Mayotte America/Martinique America/Guadeloupe
      America/Cayenne`,
  },
  USD: {
    countries: 'US EC SV PA PR GU',
    zones: `America/New_York America/Detroit America/Chicago America/Denver America/Phoenix America/Boise America/Los_Angeles
      America/Anchorage America/Juneau America/Sitka America/Nome America/Yakutat America/Metlakatla America/Adak America/Menominee
      America/Indianapolis America/Louisville America/Puerto_Rico America/El_Salvador America/Panama America/Guayaquil
      Pacific/Honolulu Pacific/Guam US/Eastern US/Central US/Mountain US/Pacific`,
  },
  BRL: {
    countries: 'BR',
    zones: `America/Sao_Paulo America/Bahia America/Fortaleza America/Recife America/Belem America/Manaus America/Cuiaba
      America/Campo_Grande America/Porto_Velho America/Rio_Branco America/Boa_Vista America/Araguaina America/Maceio
      America/Santarem America/Eirunepe America/Noronha`,
  },
  GBP: { countries: 'GB GG IM JE', zones: 'Europe/London Europe/Guernsey Europe/Isle_of_Man Europe/Jersey GB' },
  JPY: { countries: 'JP', zones: 'Asia/Tokyo Japan' },
  AED: { countries: 'AE', zones: 'Asia/Dubai' },
  CAD: {
    countries: 'CA',
    zones: `America/Toronto America/Vancouver America/Edmonton America/Winnipeg America/Halifax America/Regina America/St_Johns
      America/Moncton America/Montreal America/Whitehorse America/Yellowknife America/Iqaluit America/Glace_Bay America/Goose_Bay
      America/Swift_Current America/Thunder_Bay America/Dawson America/Dawson_Creek America/Fort_Nelson America/Inuvik
      America/Rankin_Inlet America/Resolute America/Cambridge_Bay America/Blanc-Sablon America/Coral_Harbour America/Atikokan
      America/Creston`,
  },
  AUD: {
    countries: 'AU NR KI TV',
    zones: `Australia/Sydney Australia/Melbourne Australia/Brisbane Australia/Perth Australia/Adelaide Australia/Hobart
      Australia/Darwin Australia/Broken_Hill Australia/Lindeman Australia/Eucla Australia/Lord_Howe Australia/Canberra
      Antarctica/Macquarie`,
  },
  RON: { countries: 'RO', zones: 'Europe/Bucharest' },
  CZK: { countries: 'CZ', zones: 'Europe/Prague' },
  HUF: { countries: 'HU', zones: 'Europe/Budapest' },
  KWD: { countries: 'KW', zones: 'Asia/Kuwait' },
  ILS: { countries: 'IL', zones: 'Asia/Jerusalem Asia/Tel_Aviv Israel' },
  SAR: { countries: 'SA', zones: 'Asia/Riyadh' },
  MXN: {
    countries: 'MX',
    zones: `America/Mexico_City America/Monterrey America/Tijuana America/Cancun America/Merida America/Chihuahua America/Hermosillo
      America/Mazatlan America/Matamoros America/Ojinaga America/Ciudad_Juarez America/Bahia_Banderas`,
  },
  NOK: { countries: 'NO SJ', zones: 'Europe/Oslo Arctic/Longyearbyen' },
  NZD: { countries: 'NZ', zones: 'Pacific/Auckland Pacific/Chatham NZ' },
  RUB: {
    countries: 'RU',
    zones: `Europe/Moscow Europe/Kaliningrad Europe/Samara Europe/Saratov Europe/Volgograd Europe/Kirov Europe/Astrakhan
      Europe/Ulyanovsk Asia/Yekaterinburg Asia/Omsk Asia/Novosibirsk Asia/Barnaul Asia/Tomsk Asia/Novokuznetsk Asia/Krasnoyarsk
      Asia/Irkutsk Asia/Chita Asia/Yakutsk Asia/Khandyga Asia/Vladivostok Asia/Magadan Asia/Sakhalin Asia/Srednekolymsk
      Asia/Kamchatka Asia/Anadyr Asia/Ust-Nera`,
  },
  SEK: { countries: 'SE', zones: 'Europe/Stockholm' },
  SGD: { countries: 'SG', zones: 'Asia/Singapore Singapore' },
  ARS: {
    countries: 'AR',
    zones: `America/Buenos_Aires America/Cordoba America/Catamarca America/Jujuy America/Mendoza America/Argentina/Salta
      America/Argentina/Tucuman America/Argentina/San_Juan America/Argentina/San_Luis America/Argentina/La_Rioja
      America/Argentina/Rio_Gallegos America/Argentina/Ushuaia America/Argentina/Buenos_Aires America/Argentina/Cordoba`,
  },
  CHF: { countries: 'CH LI', zones: 'Europe/Zurich Europe/Vaduz' },
}

/** Zones without a place, for which only the language indicates the location. */
const NOWHERE = /^(UTC|GMT|Etc\/.*|)$/

/** The currency at a time zone; if that is unknown, of the region of a locale. Otherwise the default. */
export function currencyOfPlace(timezone: string, locale: string): string {
  const found = Object.entries(PLACES).find(([, { zones }]) => zones.split(/\s+/).includes(timezone) || isWithin(timezone, zones))
  if (found) return found[0]
  if (!NOWHERE.test(timezone)) return DEFAULT_WAYS.currency
  const region = regionOf(locale)
  return Object.entries(PLACES).find(([, { countries }]) => region && countries.split(' ').includes(region))?.[0] ?? DEFAULT_WAYS.currency
}

/** `America/Indiana/Knox` is in the country of `America/Indianapolis`; likewise Kentucky and North Dakota. */
const isWithin = (timezone: string, zones: string) =>
  /^America\/(Indiana|Kentucky|North_Dakota)\//.test(timezone) && zones.includes('America/Indianapolis')

/** `PL` for `pl-PL`; for a language without region, the country with most speakers. */
function regionOf(locale: string): string | undefined {
  try {
    return new Intl.Locale(locale.replace('_', '-')).maximize().region
  } catch {
    return undefined
  }
}
