import { plainHead } from './heads.ts'
import { isNo, isYes } from './words.ts'

/** Words for products and machines that are no longer in use, in the form of `plainHead`. */
const INACTIVE =
  /^(?:(?:not|non|no|nicht|nie|nao) (?:active|aktiv|aktywn|actif|attiv|activ|ativ)|inactiv|inaktiv|inativ|inactif|inattiv|nieaktywn|neaktivn|неактив|discontinu|archiv|delete|delist|obsolet|retired|disabled|deactivat|blocked|withdrawn|end of (?:life|sale)|eol$|phased out|decommission|scrapped|dismantled|stillgelegt|gesperrt|ausgelistet|ausgelaufen|geloscht|deaktiviert|abgekundigt|verschrottet|abgebaut|wycofan|zarchiwizowan|usuniet|zablokowan|zlikwidowan|zlomowan|descatalogad|(?:dad[oa] )?(?:de )?baja$|descontinuad|eliminad|bloquead|desactivad|retirad|desativad|excluid|fora de linha|baixad|supprim|desactiv|abandonn|retire$|retiree$|disattiv|dismess|fuori (?:catalogo|produzione)|eliminat|bloccat|удал|снят|списан|inactief|geblokkeerd|vervallen|vyrazen|pasif|廃番|廃止|販売終了|終売|販売停止|無効|取扱終了|撤去|削除|停用|下架|已下架|停产)/u
/** Words for those in use. */
const ACTIVE =
  /^(?:activ|aktiv|aktywn|ativ|actif|attiv|enabled|available|current$|in range|live$|listed$|published|online$|offline$|running$|installed|in use|in operation|operational|gelistet|verfugbar|freigegeben|im sortiment|in betrieb|dostepn|disponi|en service|en catalogue|in servizio|in produzione|активен|активн|действ|actief|aktif|有効|販売中|稼働中|稼動中|設置中|取扱中|在售|启用|上架|正常)/u
/** States of machines, as exported in each language of the app. */
const MACHINE_STATES =
  /^(?:stopped|restarting|starting|no device|gestoppt|neustart|startet|kein gerat|detenida?$|detenido$|reinicia|inicia|sin (?:dispositivo|conexion)|en marcha|a l arret|hors ligne|redemarr|demarr|sans boitier|ferma|in funzione|si riavvia|si avvia|senza modulo|停止中|機器なし|オフライン|再起動|起動中|zatrzyman|dziala|brak urzadzenia|uruchami|ponown|restart|parada$|operando|funcionando|em funcionamento|sem (?:dispositivo|conexao)|iniciando)/u
const ACTIVE_HEAD =
  /^(?:is )?(?:active|enabled|aktiv|aktywny|aktywna|aktywne|activo|activa|ativo|ativa|actif|active|attivo|attiva|actief|активен|有効|listed|gelistet)$/u

/** Whether a cell marks its record as no longer in use, by the header of its column; null if the word is unknown. */
export function isInactive(text: string, head: string): boolean | null {
  const [plain, heading] = [plainHead(text), plainHead(head)]
  if (text === '') return false
  if (ACTIVE_HEAD.test(heading) && (isYes(text) || isNo(text))) return isNo(text)
  // A date in a column such as "Discontinued" is that of the end.
  if (INACTIVE.test(heading)) return !isNo(text) && !ACTIVE.test(plain)
  return INACTIVE.test(plain) ? true : ACTIVE.test(plain) ? false : null
}

/** Whether a cell is the state of a machine in use, such as stopped. Of a product, the same word may mean that it is discontinued. */
export const isMachineState = (text: string): boolean => MACHINE_STATES.test(plainHead(text))
