import { describe, expect, test } from 'vitest'
import { fileText } from './file-text.ts'
import { readAudits } from './reading.ts'

/** Finds the bytes of a text by decoding every candidate. */
function encoderFor(page: string): (text: string) => number[] {
  // Node 20 decodes windows-1252 as Latin-1; up to 0x9F, windows-1254 is the same.
  const decoder = new TextDecoder(page)
  const low = new TextDecoder(page === 'windows-1252' ? 'windows-1254' : page)
  const known = new Map<string, number[]>()
  const pairs = page === 'shift_jis' ? [...Array(256).keys()].flatMap((lead) => [...Array(256).keys()].map((trail) => [lead, trail])) : []
  for (const bytes of [...[...Array(256).keys()].map((byte) => [byte]), ...pairs]) {
    const letter = ((bytes[0] ?? 0) < 0xa0 ? low : decoder).decode(Uint8Array.from(bytes))
    if ([...letter].length === 1 && letter !== '\ufffd' && !known.has(letter)) known.set(letter, bytes)
  }
  return (text) =>
    [...text].flatMap((letter) => {
      const bytes = known.get(letter)
      if (!bytes) throw new Error(`${page} has no ${letter}`)
      return bytes
    })
}

const fileOf = (names: readonly string[]) =>
  [
    'DXS*KLIX*VA*V0/6*1',
    'ST*001*1',
    'ID1*S7*KLIX*1',
    'VA1*500*5',
    ...names.flatMap((name, nth) => [`PA1*${nth + 1}*100*${name}*`, 'PA2*5*500']),
    'SE*7*1',
    'DXE*1*1',
  ].join('\r\n')

const namesIn = (file: Uint8Array | string) => readAudits(file).readings[0]?.selections.map(({ name }) => name)

describe('names of products in any alphabet', () => {
  test.each([
    ['windows-1250', ['KAWA BIAŁA', 'GORĄCA CZEKOLADA', 'HERBATA', 'Wrzątek', 'Żurek']],
    ['windows-1250', ['Kawa z mlekiem', 'Śmietanka', 'Cukier trzcinowy', 'Świeży sok', 'Łódź']],
    ['windows-1250', ['HORKÁ ČOKOLÁDA', 'ČAJ', 'KÁVA S MLÉKEM', 'Ledový čaj', 'Žvýkačky']],
    ['windows-1250', ['Forró csokoládé', 'Hűsítő', 'Őszibaracklé', 'Tejeskávé']],
    ['windows-1250', ['MIĘTA', 'PĄCZEK', 'KANAPKA Z KURCZAKIEM']],
    ['windows-1250', ['Čokoláda', 'Citrónový čaj', 'Ľadová káva', 'Sušienky']],
    ['windows-1252', ['CAFÉ CON LECHE', 'PIÑA', 'Señorío', 'Agua']],
    ['windows-1252', ['Crème brûlée', 'Thé à la menthe', 'Café crème', 'Boisson d’été', 'Œuf']],
    ['windows-1252', ['Heiße Schokolade', 'Müsliriegel', 'Käsebrötchen', 'GROßE TASSE']],
    ['windows-1252', ['Caffè macchiato', 'Tè al limone', 'Più zucchero', 'Cioccolata']],
    ['windows-1252', ['Pão de queijo', 'Água', 'Café com açúcar', 'Limões', 'Maçã']],
    ['windows-1252', ['Smørrebrød', 'Kærnemælk', 'Jordbær', 'Øl', 'Blåbær']],
    ['windows-1252', ['Mjölk', 'Smörgås', 'Kokosbollar', 'Ärtsoppa']],
    ['windows-1251', ['Эспрессо', 'ЧАЙ С ЛИМОНОМ', 'Капучино', 'Вода']],
    ['windows-1251', ['КОФЕ', 'ЧАЙ', 'СОК', 'ВОДА 0.5']],
    ['shift_jis', ['コーヒー', 'ホットココア', 'タバスコ味', '緑茶', 'お～い']],
    ['shift_jis', ['ｺｰﾋｰ', 'ｺｺｱ', 'ｵﾚﾝｼﾞ', 'ﾐﾙｸﾃｨｰ']],
    ['shift_jis', ['緑茶', '天然水', 'ソースA0', 'COLA']],
  ])('are decoded as %s: %s', (page, names) => {
    const bytes = Uint8Array.from(encoderFor(page)(fileOf(names)))
    expect(namesIn(bytes)).toEqual(names)
    // The stored text of the file gives the same names.
    expect(namesIn(fileText(bytes))).toEqual(names)
  })

  test('keep second bytes that look like the start of an escape', () => {
    const bytes = Uint8Array.from([
      ...new TextEncoder().encode(fileOf(['@@', '@@']).split('@@')[0]),
      ...[0x83, 0x5e, 0x83, 0x5e, 0x41, 0x42, 0x83, 0x5e],
      ...new TextEncoder().encode(fileOf(['@@', 'X']).split('@@')[1]),
    ])
    expect(namesIn(fileText(bytes))?.[0]).toBe('タタABタ')
  })
})
