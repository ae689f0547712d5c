import { describe, expect, test } from 'vitest'
import { siteHoursIn } from './site-hours.ts'

describe('opening hours in a file', () => {
  test.each([
    ['Mo-Fr 8-17; Sa 09:00-12:00', 'Mo-Fr 08:00-17:00; Sa 09:00-12:00'],
    ['Mo–Do 08:00 – 17:00; Fr 8-12', 'Mo-Th 08:00-17:00; Fr 08:00-12:00'],
    ['Mo-Fr 7-18 Uhr', 'Mo-Fr 07:00-18:00'],
    ['Fr,Sa 18-2 Uhr', 'Fr-Sa 18:00-02:00'],
    ['lun-ven 07:30-18:00', 'Mo-Fr 07:30-18:00'],
    ['月〜金 9:00〜17:00', 'Mo-Fr 09:00-17:00'],
    ['Monday-Friday 06:00-22:00', 'Mo-Fr 06:00-22:00'],
    ['L-V 8:00-21:00', 'Mo-Fr 08:00-21:00'],
    ['L-S: 8h30-18h', 'Mo-Sa 08:30-18:00'],
    ['Lunes a viernes de 8:00 a 21:00', 'Mo-Fr 08:00-21:00'],
    ['Segunda a sexta das 8h às 18h', 'Mo-Fr 08:00-18:00'],
    ['pon.-pt. 6.30-17.00', 'Mo-Fr 06:30-17:00'],
    ['pn-pt 8-16, sob 9-13', 'Mo-Fr 08:00-16:00; Sa 09:00-13:00'],
    ['Mo. bis Fr. 8 bis 18 Uhr', 'Mo-Fr 08:00-18:00'],
    ['Du lundi au vendredi 7h30-19h', 'Mo-Fr 07:30-19:00'],
    ['Mon-Fri: 8am-5:30pm', 'Mo-Fr 08:00-17:30'],
    ['平日9:00〜17:00', 'Mo-Fr 09:00-17:00'],
    ['täglich 6-22 Uhr', 'Mo-Su 06:00-22:00'],
    ['dal lun al ven 8.00-18.00', 'Mo-Fr 08:00-18:00'],
  ])('reads %s', (text, hours) => expect(siteHoursIn(text)).toBe(hours))

  test.each([
    '24 h',
    '24/7',
    '24h/24',
    '24h/24 - 7j/7',
    'H24',
    '24 ore su 24',
    'rund um die Uhr',
    'całodobowo',
    '24時間',
    '24 horas',
    '0-24 Uhr',
    '00:00–24:00',
    'always',
  ])('reads %s as always open', (text) => expect(siteHoursIn(text)).toBe(''))

  test.each(['24', '8 h', 'Mo-Fr', 'Mo-Fr 17-8', 'Mon-Fri 9-5', '8-17', 'L-M 8-17', 'V 8-17 h by appointment', ''])(
    'does not read %s',
    (text) => expect(siteHoursIn(text)).toBeNull(),
  )

  test.each([
    ['Mo-Fr 8:00-12:00 und 13:00-17:00', 'Mo-Fr 08:00-12:00,13:00-17:00'],
    ['Mo-Fr 8-12 / 13-17 Uhr; Sa 9-12', 'Mo-Fr 08:00-12:00,13:00-17:00; Sa 09:00-12:00'],
    ['L-V 9.00-13.00 y 15.00-19.00', 'Mo-Fr 09:00-13:00,15:00-19:00'],
    ['lun-ven 8h-12h et 14h-18h', 'Mo-Fr 08:00-12:00,14:00-18:00'],
    ['lun-ven 8.00-12.30 e 14.00-18.00', 'Mo-Fr 08:00-12:30,14:00-18:00'],
    ['Segunda a sexta das 8h às 12h e das 13h às 17h', 'Mo-Fr 08:00-12:00,13:00-17:00'],
    ['dal lun al ven dalle 8 alle 12 e dalle 14 alle 18', 'Mo-Fr 08:00-12:00,14:00-18:00'],
    ['Du lundi au vendredi de 8h à 12h et de 14h à 18h', 'Mo-Fr 08:00-12:00,14:00-18:00'],
    ['月〜金 9:00〜12:00、13:00〜17:00', 'Mo-Fr 09:00-12:00,13:00-17:00'],
    ['pn-pt 8-12 i 13-17', 'Mo-Fr 08:00-12:00,13:00-17:00'],
    ['Mon-Fri 8am-12pm, 1pm-5pm', 'Mo-Fr 08:00-12:00,13:00-17:00'],
    ['Mon-Fri 8am to 12pm and 1pm to 5pm', 'Mo-Fr 08:00-12:00,13:00-17:00'],
    ['Mo-Fr 8-12; Mo-Fr 13-17', 'Mo-Fr 08:00-12:00,13:00-17:00'],
    ['Mo-Fr 8-12 13-17', 'Mo-Fr 08:00-12:00,13:00-17:00'],
  ])('reads several intervals of a day in %s', (text, hours) => expect(siteHoursIn(text)).toBe(hours))

  test.each(['8-12, 13-17', 'Mo-Fr 8-12, 1-5', 'Mo-Fr 8-12, 11-17', 'Mo-Fr 8-12,', 'Mo-Fr 8-12 ohne 13-17', 'Mo 8-12 Mo 1-5'])(
    'does not guess intervals in %s',
    (text) => expect(siteHoursIn(text)).toBeNull(),
  )
})
