import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { writeQrVideo } from './qr-video.ts'

let folder: string
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'qr-video-'))
})
afterAll(() => rmSync(folder, { recursive: true }))

describe('video of a sticker', () => {
  it('is a Y4M of ten whole frames with the code centred on white', () => {
    const file = join(folder, 'sticker.y4m')
    writeQrVideo('https://example.test/machines/42', file)
    const film = readFileSync(file)

    const headerEnds = film.indexOf('\n') + 1
    expect(film.toString('latin1', 0, headerEnds)).toBe('YUV4MPEG2 W640 H480 F10:1 Ip A1:1 C420jpeg\n')
    expect(film.length).toBe(headerEnds + 10 * ('FRAME\n'.length + 640 * 480 * 1.5))

    const picture = film.subarray(headerEnds + 'FRAME\n'.length, headerEnds + 'FRAME\n'.length + 640 * 480)
    const dark = [...picture.keys()].filter((at) => picture[at] === 0)
    const columns = dark.map((at) => at % 640)
    const rows = dark.map((at) => Math.floor(at / 640))
    const [left, right] = [columns.reduce((a, b) => Math.min(a, b)), columns.reduce((a, b) => Math.max(a, b))]
    const [top, bottom] = [rows.reduce((a, b) => Math.min(a, b)), rows.reduce((a, b) => Math.max(a, b))]
    expect([right - left, Math.abs(left + right - 639) <= 1, Math.abs(top + bottom - 479) <= 1]).toEqual([bottom - top, true, true])
  })

  it('rejects a text that a camera could not read', () => {
    expect(() => writeQrVideo('x'.repeat(2000), join(folder, 'too-fine.y4m'))).toThrow('too dense')
  })
})
