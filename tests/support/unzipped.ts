import { text } from 'node:stream/consumers'
import { fromBuffer } from 'yauzl'

/** The texts in an archive, by their paths. */
export const unzipped = (archive: Buffer): Promise<Map<string, string>> =>
  new Promise((done, failed) => {
    fromBuffer(archive, { lazyEntries: true }, (error, zip) => {
      if (error) return failed(error)
      const files = new Map<string, string>()
      zip.on('error', failed)
      zip.on('end', () => done(files))
      zip.on('entry', (entry) => {
        zip.openReadStream(entry, async (broken, stream) => {
          if (broken) return failed(broken)
          files.set(entry.fileName, await text(stream))
          zip.readEntry()
        })
      })
      zip.readEntry()
    })
  })
