import type { ImportKind } from '../imports.ts'
import { type Field, mappingBy } from './heads.ts'

const field = (kind: Field['kind'], name: string, heads: string, required = false): Field => ({
  name,
  required,
  kind,
  heads: heads.split('|').map((head) => head.trim()),
})
const text = (name: string, heads: string, required = false) => field('text', name, heads, required)
const number = (name: string, heads: string, required = false) => field('number', name, heads, required)

/** The fields of tables with a column per weekday, from Monday on. */
export const DAY_FIELDS = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday'] as const

const MACHINE =
  'machine name | maschinenname | nazwa automatu | nazwa maszyny | nombre de la máquina | nome da máquina | nom de la machine | nome macchina | 自販機名 | 機器名 | название автомата | machine | automat | maszyna | urządzenie | gerät | máquina | maquina | distributeur | distributore | 自販機 | mi alias | device name | machine code | машинный код | 售货机编号 | 机器编号 | 设备编号 | 物件コード | machine id | maschinen id | mach no | machine no | machine nr | maschinen nr | maschinennummer | gerätenummer | geräte nr | automat nr | nr maszyny | numer maszyny | n° distributeur | automaatnummer | číslo automatu | otomat no | makine no | номер автомата | machine number | nayax machine id | tr machine id | aut nr | automaten nr | automatennummer | nr automatu | numer automatu | n° machine | numéro de machine | nº de máquina | nº da máquina | nº máquina | número de máquina | número da máquina | n° parc | numéro de parc | machine # | 機械番号 | 機械 no | numero macchina | patrimônio | 機番 | 自販機番号 | asset # | asset number | asset id | asset tag | asset | device number | device id | device | terminal | point of sale | location name | 点位名称 | location | standort | lokalizacja | ubicación | localização | emplacement | posizione | machinenaam | apparaat | toestel | maskin | maskinnamn | otomat | makine | makine adı | cihaz | laite | automat č | název automatu | stroj | gép | automata | الجهاز | الآلة | الماكينة | اسم الآلة | 机器 | 机器名称 | 售货机 | 设备 | 设备名称 | 设备号 | 機台 | 機台名稱 | 自動販売機 | 機械 | matricola | codice macchina | codice distributore | código de máquina | código da máquina | code machine | kod automatu | kod maszyny | 자판기 | 자판기명 | 기기명 | 기기번호 | מכונה | שם מכונה | מספר מכונה | μηχάνημα | αυτόματος πωλητής | เครื่อง | ชื่อเครื่อง | ตู้ | máy | tên máy | mã máy | دستگاه | aparat | апарат | автомат | avtomat | aparāts | automaat | automatas | mesin | मशीन | automatnummer | automatnr | automat nummer | maskinnummer | maskin nr | automaten nummer | laitenumero | automaatin numero | automata száma | număr automat | număr aparat | aparat nr | номер апарату | торговый автомат'
const PRODUCT =
  'product name | produktname | nazwa produktu | goods name | наименование товара | 商品名称 | nombre del producto | nome do produto | nom du produit | nome prodotto | product | item | article | art | produkt | towar | artikel | producto | artículo | artigo | produto | produit | prodotto | 商品 | 商品名 | 品目 | 品目コード | 产品 | 产品名称 | 品名 | 商品名稱 | vara | varunamn | artikelnaam | ürün | ürün adı | zboží | výrobek | tuote | termék | المنتج | товар | продукт | наименование | commodity | sku | product code | 상품 | 상품명 | 제품 | 제품명 | 품목 | מוצר | שם מוצר | προϊόν | είδος | สินค้า | ชื่อสินค้า | sản phẩm | tên sản phẩm | mặt hàng | محصول | کالا | proizvod | производ | artikal | izdelek | produs | prekė | prece | produkts | toode | produk | उत्पाद | vare | varenavn'
const ARTICLE =
  'item number | item no | item # | article number | article no | artikelnummer | artikel nr | art nr | produktnummer | kod produktu | kod towaru | indeks | número de artículo | código de producto | código do produto | cód produto | code article | code produit | référence | réf | codice articolo | codice prodotto | cod art'
const SLOT =
  'slot | slot number | selection | wahl | wahl nr | wahlnummer | auswahl nr | auswahl | wahltaste | button | sel | selection no | slot position | coil | r coil | column | col | kolumna | spalte | columna | coluna | colonne | colonna | produktauswahl | product code in map | produktcode in karte | mdb code | mdb number | pa code | m coil | vended columns | 货道编号 | 货道号 | コラム no | コラムno | コラム | wybór | numer slotu | numer | slot nr | mola | espiral | spirale | spiraal | spirala | fach | schacht | canal | canale | ranura | selección | seleção | sélection | selezione | ячейка | tr coil id | door | 门号 | sprężyna | vak | positie | fack | kanal | bölme | pozice | 货道 | スロット | odabir | izbor | výběr | volba | keuze | keuzenummer | valg | val | valinta | választás | rekesz | selecție | seçim | επιλογή | вибір | выбор | избор | ช่อง | ngăn | 컬럼 | 선택 | תא | בחירה | خانة | selection code | selection number'
const ROW =
  'row | tray | shelf | rząd | półka | reihe | ebene | fila | bandeja | fileira | rangée | plateau | ripiano | vassoio | rad | rij | řada | 段 | 行 | ряд'
const PRICE =
  'price | vend price | unit price | hinta | sale price | r price | retail price | machine price | item price | cena | cena jednostkowa | preis | einzelpreis | precio | preço | prix | prezzo | цена | 価格 | 単価 | 納品単価 | prijs | pris | styckpris | fiyat | birim fiyat | 单价 | 价格 | السعر | 단가 | 가격 | 판매가 | מחיר | τιμή | ราคา | giá | đơn giá | قیمت | cijena | цена на дребно | ціна | preț | kaina | hind | harga | मूल्य'

const CURRENCY =
  'currency | währung | waluta | moneda | moeda | devise | valuta | měna | mena | para birimi | валюта | 货币 | 币种 | 通貨 | العملة | currency code'

const STATUS =
  'status | active | is active | enabled | inactive | discontinued | archived | blocked | disabled | deleted | aktiv | inaktiv | gesperrt | archiviert | ausgelistet | aktywny | nieaktywny | wycofany | zablokowany | activo | inactivo | activa | inactiva | descatalogado | ativo | inativo | ativa | descontinuado | actif | inactif | archivé | attivo | inattivo | attiva | obsoleto | 状態 | ステータス | 稼働状況 | 有効 | 廃番 | статус | durum | stav | статус товара | product status | machine status | artikelstatus | status artykułu | status automatu | situação | statut | stato'

/** The fields of each kind of file. The preferred header comes first; a field claims its column before the next one is matched. */
export const FIELDS: Record<ImportKind, readonly Field[]> = {
  MACHINES: [
    text(
      'name',
      `name | nazwa | nombre | nome | nom | bezeichnung | 名前 | ${MACHINE} | denominazione | denominación | dénomination | code | codice | código | case serial | matricola`,
      true,
    ),
    text(
      'type',
      'machine type | maschinentyp | automatentyp | gerätetyp | typ automatu | rodzaj automatu | typ urządzenia | type de machine | type d’appareil | tipo de máquina | tipo de equipo | tipo distributore | tipo di distributore | tipo macchina | tipologia | 自販機種別 | 機器種別 | 種別 | type | typ | rodzaj | art | tipo | 種類 | 机器类型 | automattype | automattyp | maskintype | maskintyp | type automat | type automaat | machinetype | automaattype | laitetyyppi | tyyppi | typ stroje | géptípus | típus | tip automat | tip | makine tipi | makine türü | otomat tipi | тип автомата | тип | 種類 | 类型',
      true,
    ),
    text(
      'address',
      'address | address 1 | geo address | site address | standortadresse | adres lokalizacji | adres instalacji | adresse du site | adresse d’installation | dirección de instalación | endereço de instalação | indirizzo installazione | indirizzo di installazione | address line 1 | street address | street | adres | adresse | adresse 1 | anschrift | dirección | direccion | domicilio | endereço | logradouro | indirizzo | адрес | 住所 | 所在地 | 位置 | 点位地址 | straße | straße nr | straße hausnr | straße hausnummer | ulica nr | ulica i nr | calle y número | rua e número | via e numero | ulica | ulica i numer | rue | calle | rua | via | 設置場所 | gade | gadenavn | vej | adressa | adresa | ulice | utca | cím | gatuadress | gata | gateadresse | katuosoite | osoite | straat | straatnaam | adres automaat | strada | adresă | sokak | cadde | улица | адрес установки | 地址',
    ),
    text(
      'place',
      'location | location name | site | site name | building | standort | lokalizacja | nazwa lokalizacji | nazwa miejsca | miejsce | ubicación | localização | local | local de instalação | emplacement | lieu | luogo | site d’installation | ubicazione | 設置先 | 設置先名 | 設置場所 | placering | plats | plassering | sted | lokatie | locatie | plaats van opstelling | sijainti | paikka | umístění | místo | hely | helyszín | locație | locație automat | lokasyon | konum | место | місце | ponto | ponto de venda | punto de venta | punto vendita | 地点 | 位置名称',
    ),
    text(
      'houseNumber',
      'house number | house no | street number | geo street number | hausnummer | haus nr | hausnr | nr domu | numer domu | nr budynku | n° de rue | numéro de rue | n° voie | número exterior | numero civico | n civico | civico | 番地 | number | no | nr | número | núm | nº | n° | numero | numéro | n | husnr | husnummer | huisnr | huisnummer | husnr og etage | talonumero | číslo popisné | házszám | număr | kapı no | дом',
    ),
    text(
      'address2',
      'address 2 | address line 2 | suite | adresszusatz | adresse 2 | complément d’adresse | complément | complemento | nr lokalu | dirección 2 | indirizzo 2 | 住所 2 | 住所2 | 建物名 | ビル名',
    ),
    text(
      'district',
      'district | neighborhood | neighbourhood | ortsteil | stadtteil | dzielnica | colonia | barrio | bairro | quartier | frazione',
    ),
    text(
      'postalCode',
      'postal code | geo zip code | postcode | post code | zip | zip code | plz | postleitzahl | kod pocztowy | kod | código postal | c p | cp | cep | code postal | cap | 郵便番号 | postnr | postnummer | postcode plaats | postinumero | psč | irányítószám | irsz | cod poștal | posta kodu | индекс | почтовый индекс | 邮编 | 邮政编码 | 郵遞區號',
    ),
    text(
      'town',
      'city | town | geo city | plz ort | kod i miasto | kod miasto | kod pocztowy i miasto | city state zip | zip city | cp ville | code postal ville | cp población | cap città | cep cidade | ort | stadt | wohnort | miasto | miejscowość | ciudad | población | localidad | municipio | cidade | município | ville | commune | localité | città | comune | località | 市区町村 | 市町村 | by | postort | poststed | woonplaats | plaats | stad | postitoimipaikka | kaupunki | město | obec | város | település | oraș | localitate | şehir | ilçe | город | місто | 城市',
    ),
    text(
      'region',
      'state | st | geo state | region | province | county | bundesland | województwo | provincia | comunidad autónoma | uf | estado | département | région | regione | prov | 都道府県',
    ),
    text(
      'country',
      'country | geo country | country code | land | kraj | país | pays | paese | nazione | 国 | 国名 | maa | země | ország | țara | ülke | страна | країна | 国家',
    ),
    text(
      'vendor',
      'vendor | manufacturer | make | brand | marke | marka | marca | marque | メーカー | producent | hersteller | fabricante | fabricant | produttore | mærke | märke | merke | merk | fabrikant | producent automat | fabrikat | valmistaja | výrobce | gyártó | producător | üretici | производитель | 品牌 | 厂商',
    ),
    text('model', 'model | machine model | modell | modelo | modèle | modello | configuration | 機種 | 型式'),
    field(
      'degrees',
      'lat',
      'lat | latitude | geo latitude | szerokość | szerokość geograficzna | szer geogr | szer geo | szer | breite | breitengrad | latitud | latitudine | 緯度 | breddegrad | bredde | breddgrad | breedtegraad | leveysaste | zeměpisná šířka | szélesség | latitudine gps | enlem | широта | 纬度',
    ),
    field(
      'degrees',
      'lng',
      'lng | lon | long | longitude | geo longitude | długość | długość geograficzna | dł geogr | dł geo | dł | länge | längengrad | longitud | longitudine | 経度 | længdegrad | længde | longitud gps | lengdegrad | lengtegraad | pituusaste | zeměpisná délka | hosszúság | boylam | долгота | 经度',
    ),
    text(
      'position',
      'gps coordinates | gps position | gps | coordinates | geo coordinates | geolocation | wkt | map link | maps link | google maps | lat lng | lat long | lat lon | latlng | latlong | latitude longitude | position | współrzędne | współrzędne gps | koordinaten | gps koordinaten | coordenadas | coordenadas gps | coordonnées | coordonnées gps | coordinate | coordinate gps | 座標 | 経緯度 | 緯度経度 | координаты | coördinaten | koordinater | koordinat | souřadnice | 坐标 | 经纬度',
    ),
    text(
      'openingHours',
      'opening hours | opening times | open hours | site hours | access hours | service hours | öffnungszeiten | zugangszeiten | godziny otwarcia | godziny dostępu | horario de apertura | horario de acceso | horario | horário de funcionamento | horário de acesso | horário | horaires d’ouverture | horaires d’accès | horaires | orari di apertura | orari di accesso | orari accesso | orario di accesso | orario | orari | 訪問できる時間 | 営業時間 | hours | open | openingstijden | öppettider | otevírací doba | часы работы | 营业时间 | åbningstider | åbningstid | åpningstider | aukioloajat | aukioloaika | nyitvatartás | otevírací hodiny | program de funcționare | program | çalışma saatleri',
    ),
    text('status', STATUS),
  ],
  PRODUCTS: [
    text(
      'sku',
      'sku | variant sku | 品目コード | product code | commodity code | art nr | artikel nr | artikelnr | art no | article no | item number | item no | item code | šifra | code | kod | indeks | artikelnummer | article number | número de artículo | código | codigo | codice | référence | sku id | product id | 商品コード | 商品编号 | réf | item # | cod art | codice articolo | cód | 品番 | kod produktu | kod towaru | symbol | numer katalogowy | code article | code produit | référence article | réf article | cód produto | código do produto | código de producto | código de artículo | codice prodotto | materialnummer | material | articolo | nummer | plu | ean | barcode | product barcode | nr | artikelnr leverancier | varenr | varenummer | artnr | tuotenumero | tuotekoodi | číslo zboží | kód zboží | kód | cikkszám | termékkód | cod produs | cod articol | ürün kodu | stok kodu | артикул | код товара | код | 货号 | 商品编码',
      true,
    ),
    text(
      'name',
      `name | nazwa | naziv | název | bezeichnung | nombre | nome | nom | ${PRODUCT.replace(' | sku | product code', '')} | artikelbezeichnung | désignation | libellé | nazwa towaru | nazwa artykułu | descrição | descripción | descrizione articolo | descrizione | item description | product description | product service name | 品目名 | title | artikelname | kurzbezeichnung | materialkurztext | kurztext | articolo | description | beschreibung | omschrijving | artikelomschrijving | productomschrijving | varebeskrivelse | benämning | beteckning | artikelbenämning | beskrivelse | nimike | tuotenimi | nimi | popis | megnevezés | terméknév | denumire | denumire produs | açıklama | описание | наименование`,
      true,
    ),
    text(
      'packaging',
      'packaging | type | typ | category | kategoria | opakowanie | verpackung | envase | embalagem | emballage | tipo | 種類 | verpakking | emballage type | förpackning | pakkaus | balení | csomagolás | ambalaj | ambalaj tipi | упаковка',
    ),
    text(
      'volume',
      'volume | size | pojemność | gramatura | inhalt | menge | volumen | contenu | contenance | füllmenge | capacidad | capacidade | contenido | conteúdo | capacità | contenuto | 容量 | 内容量 | formato | format | formaat | gewicht inhoud | inhoud | indhold | innehåll | innhold | sisältö | koko | objem | obsah | kiszerelés | űrtartalom | volum | gramaj | hacim | объем | объём | 规格 | 規格',
    ),
    text(
      'unit',
      'unit | jednostka | einheit | unidad | unidade | unité | unità | 単位 | jedn miary | cod udm | udm | me | unité de vente | unit of measure | uom | u m | um | mengeneinheit | j m | jm | jednostka miary | unidad de medida | unidade de medida | unité de mesure | unità di misura | eenheid | enhed | enhet | yksikkö | jednotka | mértékegység | unitate | unitate de măsură | birim | единица | ед изм | 单位',
    ),
    number(
      'cost',
      'cost | purchase price | cost price | product cost price | net price | koszt | cena zakupu | einkaufspreis | ek netto | ek preis | ek | nabavna cijena | nákupní cena | costo | custo | coût | 原価 | unit cost | cena zakupu netto | prix d’achat ht | prix d’achat | prix achat ht | preço de custo | precio de compra | precio de coste | p coste | p costo | p compra | prezzo acq | prezzo d’acquisto | prezzo acquisto | 仕入単価 | 仕入価格 | 仕入値 | 売上原価 | 標準原価 | average cost | avg cost | custo médio | costo medio | coste medio | cost per item | purchase cost | supply price | einkaufspreis netto | ek preis netto | cena nabycia | pu achat ht | prix d’achat unitaire | pa ht | coste | coste unitario | precio de costo | precio costo | custo unit | custo unitário | preço custo | costo unitario | prezzo forn | prezzo fornitore | inkoopprijs | inkoop | kostprijs | indkøbspris | inköpspris | innkjøpspris | ostohinta | nákupní cena bez dph | beszerzési ár | preț achiziție | preț de achiziție | alış fiyatı | закупочная цена | закупка | себестоимость | cena zak | cena zak netto | 进价 | 进货价 | 采购价',
    ),
    number(
      'case',
      'case | case size | pieces in a case | units per case | pack size | karton | zgrzewka | sztuk w kartonie | gebinde | stück je gebinde | vpe | caja | unidades por caja | caixa | carton | colis | cartone | ケース入数 | case pack | colisage | pz x conf | pezzi per confezione | 入数 | case qty | case quantity | case count | pack quantity | pack qty | pcs case | stück karton | szt karton | unités colis | qty per case | units case | gebindegröße | stück pro karton | ilość w opakowaniu | sztuk w opakowaniu | szt w kartonie | itens p caixa | itens por caixa | un cx | unid caixa | uds caja | unidades caja | q ta per confez | qta per confezione | confezione da | conditionnement | pcb | カートン入数 | pack | stuks per doos | aantal per doos | doos | stk pr kasse | stk pr karton | kolli | antal per kartong | antall per kartong | ks v kartonu | ks v balení | db karton | buc cutie | buc bax | bax | koli adedi | koli içi | в упаковке | шт в упаковке | ilość w opak zb | ilość w opak | szt w opak | 箱规',
    ),
    text(
      'ean',
      'ean | variant barcode | gtin ean | ean gtin | ean upc | podstawowy kod kreskowy | code barre | cod a barre | ean code | ean 13 | ean13 | ean 8 | gtin | gtin 13 | upc | upc code | upc a | barcode | bar code | product barcode | unit barcode | piece barcode | kod kreskowy | kod ean | strichcode | barcode ean | ean stück | código de barras | codigo de barras | código ean | code barres | code à barres | gencod | codice a barre | codice ean | jan | jan コード | janコード | バーコード | 条形码 | 条码 | штрихкод | штрих код | streepjescode | streckkod | barkod',
    ),
    text(
      'caseEan',
      'case ean | case barcode | case gtin | pack ean | pack barcode | gtin 14 | itf 14 | itf14 | dun 14 | carton ean | carton barcode | kod ean kartonu | ean kartonu | ean zgrzewki | ean opakowania zbiorczego | ean gebinde | gebinde ean | karton ean | ean karton | ean caja | código de barras caja | ean caixa | código de barras caixa | gtin ean da embalagem | ean da embalagem | ean colis | code barres colis | ean cartone | codice a barre cartone | itfコード | itf コード | ケースコード',
    ),
    number(
      'tax',
      'tax | vat | vat rate | stawka vat | taux tva | taux de tva | aliquota iva | tipo de iva | tax rate | podatek | mwst | mwst satz | steuersatz | steuerart | ust satz | ust | stawka vat sprzedaży | vat sprzedaży | tipo iva | aliq iva | aliquota | alíquota | iva | tva | vat % | mwst % | ust % | iva % | tva % | 消費税率 | pdv | dph | btw | moms | ндс | 税率 | btw % | btw tarief | moms % | momssats | mva | mva % | alv | alv % | dph % | sazba dph | áfa | áfa % | tva cota | cota tva | kdv | kdv % | kdv oranı | ставка ндс',
    ),
    text('currency', CURRENCY),
    text('status', STATUS),
  ],
  PLANOGRAMS: [
    text('machine', MACHINE, true),
    text('otherMachine', 'other machine'),
    text(
      'slot',
      `${SLOT} | コラム番号 | taste | tastennummer | tastennr | tastenr | touche | tecla | tasto | przycisk | numer przycisku | knop | knap | knapp | ボタン | ボタン番号`,
      true,
    ),
    text('row', ROW),
    text(
      'product',
      `${PRODUCT} | dex product name | nayax product id | 商品id | ${ARTICLE} | 商品コード | 品番 | getränk | drink | beverage | boisson | bebida | bevanda | napój | 飲料`,
    ),
    number(
      'price',
      `${PRICE} | verkaufspreis | vk brutto | cena sprzedaży | cena sprzedaży brutto | prix ttc | prix de vente | prix de vente ttc | preço de venda | precio de venta | prezzo di vendita | prezzo vendita | prezzo vend | prezzo al pubblico | 販売価格 | 売価 | retail | vk | vk preis | vk preis brutto | vkp | cena detaliczna brutto | pv ttc | pu vente ttc | pvp | p v p | preço venda | cash price | price 1 | preis 1 | cena 1 | precio 1 | prix 1 | prezzo 1`,
    ),
    text('currency', CURRENCY),
    number(
      'maximum',
      'maximum | max | capacity | maximum quantity | max quantity | par | pojemność | maks | kapazität | capacidad | capacidade | capacité | capacità | 货道最大容量 | 最大容量 | 最大 | 定数 | 満量 | max qty | max menge | maximalmenge | höchstmenge | ilość maks | maks ilość | cantidad máxima | cantidad máx | cant máx | quantidade máxima | qtd máx | quantité maximale | quantité max | qté max | quantità massima | qtà max | 最大数量 | 最大数 | füllmenge max | max füllmenge | pojemność maks | capacidad máx | capacidad máxima | capacidade máx | capacidade máxima | capacité max | capacité maximale | capacità max | capacità massima | capienza | contenance | fassungsvermögen | poj | 最大収容数 | 収容数 | 最大数 | max antal | maks antal | max aantal | maximaal | kapacitet | kapasitet | kapasiteetti | kapacita | max kapacita | kapacitás | capacitate | kapasite | вместимость | максимум',
    ),
  ],
  ROUTES: [
    text(
      'person',
      'person | driver | driver name | route driver | worker | worker name | technician name | employee name | serviceman | employee | operator | technician | user | login | assigned to | kierowca | serwisant | pracownik | osoba | fahrer | mitarbeiter | servicetechniker | livreur | technicien | approvisionneuse | livreuse | technico | técnico | tecnico | operatore | rifornitore | abastecedor | monteur | bezorger | tekniker | chaufför | sjåfør | kuljettaja | huoltaja | conductor | repartidor | empleado | motorista | funcionário | chauffeur | approvisionneur | employé | autista | addetto | dipendente | 担当者 | 担当 | ルートマン | chauffeur | förare | řidič | водитель | 司机 | route | route name | tour | trasa | ruta | rota | tournée | giro | ルート',
      true,
    ),
    text(
      'weekday',
      'weekday | day of week | day of the week | day | wochentag | tag | dzień tygodnia | dzień | día de la semana | día | dia da semana | dia | jour de la semaine | jour | giorno della settimana | giorno | 曜日 | veckodag | weekdag | den v týdnu | день недели | 星期',
    ),
    field(
      'moment',
      'at',
      'date | visit date | service date | planned date | datum | besuchsdatum | data | data wizyty | fecha | fecha de visita | data da visita | date de visite | data visita | 日付 | 訪問日 | дата | 日期',
    ),
    text('machine', MACHINE, true),
    text('otherMachine', 'other machine'),
    // A column per day, with a mark or the order of the machine. Their headings are found by `weekdayIn`.
    ...DAY_FIELDS.map((day) => text(day, day)),
    number(
      'order',
      'order | stop | stop # | # stop | stop no | stop number | stop order | sequence | seq | position | reihenfolge | stopp | kolejność | lp | orden | parada | ordem | ordre | arrêt | ordine | fermata | 順番 | 順序 | 順 | volgorde | ordning | pořadí | порядок',
    ),
  ],
  SALES: [
    text(
      'id',
      'transaction id | transaktions id | transaktionsnummer | order number | номер заказа | id transakcji | numer transakcji | 订单编号 | id transakcie | transaksjons id | balance transaction id | psp reference | txn number | unique payment id generated by barion | id com gate | id pohybu | click id | receipt id | receipt number | номер чека | идентификатор платежа | transid | trans id | sale id | transaction ref number | transaction number | tr serial number | transaction | 伝票番号 | id operacji | id de transacción | id da transação | id de transaction | id transazione | sale number | id | reference | referenz | referencia | referência | riferimento | referencja | payment id | charge id | payment reference | merchant reference | rrn | belegnummer | beleg | referentie | referens | referanse | referans | viite | référence | 交易单号 | 微信订单号 | 取引番号 | trans # | trans no | trx id | trx # | txn id | txn # | txn no | tx id | utr | nsu doc | nsu | 결제번호 | 승인번호 | 交易编号 | 交易編號',
    ),
    {
      ...field(
        'moment',
        'at',
        'machine se time | machine settlement time | maschinen begleichszeit | machine authorization time | machine au time | machine au time date | trans date | transaction date | date of sale | sale date | local date time | fecha venta | fecha de venta | fecha operación | data vendita | data di vendita | data venda | data da venda | date de vente | date vente | verkaufsdatum | verkaufszeit | data sprzedaży | işlem tarihi | timestamp | time stamp | stamp | date time | date and time | date & time | datum und zeit | datum uhrzeit | data i godzina | data e hora | fecha y hora | date et heure | data e ora | дата и время | dátum a čas | transaction time | sold at | payment time | paying time | время оплаты | datum zaplacení | server time | machine time | tr time | creation time | время создания | 支付时间 | 创建时间 | 交易时间 | creation date | created utc | created | data transakcji | data movimento | salgsdato | txn date | 売上日時 | 売上計上日 | 納品日 | 日時 | 日付 | settlement date and time | settlement date time | authorization date time | se time | au time | date | time | время | час | ώρα | дата | data | czas | datum | dátum | zeit | fecha | heure | day | datum en tijd | tijdstip | datum och tid | tidpunkt | tarih | tarih saat | datum a čas | čas prodeje | date heure | horodatage | fecha hora | data hora | data ora | ts | epoch | unix time | unixtime | التاريخ | التاريخ والوقت | 日期 | 时间 | 交易日期 | 販売日時 | 取引日時 | 年月日 | datum prodeje | päivämäärä | dátum | dato | znacznik czasu | zeitstempel | marca de tiempo | carimbo de data hora | タイムスタンプ | jour | tag | día | dia | giorno | dzień | dag | den | 날짜 | 일시 | 거래일시 | 판매일시 | 결제일시 | תאריך | תאריך ושעה | ημερομηνία | วันที่ | วันเวลา | ngày | ngày giờ | تاریخ | datum i vrijeme | datum i vreme | датум | datum in čas | kuupäev | datums | data și ora | tanggal | दिनांक',
        true,
      ),
    },
    field(
      'moment',
      'time',
      'time | machine au time time | uhrzeit | hora | heure | godzina | čas | ora | 時刻 | hour | tijd | tid | saat | klokkeslett | klokkeslæt | stunde | hour of day | kello | klo | saati | satış saati | işlem saati | idő | 时刻 | الوقت | время | 시간 | 시각 | שעה | เวลา | giờ | ساعت | vrijeme | vreme | време | laiks | kellaaeg | laikas | час продажу | समय | kellonaika | jam | pukul | klokkeslag | txn time | sale time | hora da venda | hora venda | hora de venta | heure de vente | ora vendita',
    ),
    text('half', 'am pm | ampm | am pm indicator | meridiem | 午前午後 | 上午下午'),
    text(
      'zone',
      'time zone | timezone | tz | zone offset | utc offset | gmt offset | zeitzone | strefa czasowa | zona horaria | huso horario | fuso horário | fuseau horaire | fuso orario | タイムゾーン | 時間帯 | 时区 | часовой пояс | tijdzone | tidszon | tidssone | tidszone | saat dilimi | časové pásmo',
    ),
    text('machine', MACHINE, true),
    text('otherMachine', 'other machine'),
    number(
      'amount',
      'settlement value | zu begleichender wert | se value | line total | amount received | order price | цена заказа | 支付金额 | 売上金額 | total sales | amount | total | total amount | betrag | gesamt | umsatz | summe | gross | brutto | kwota | wartość | importe | valor | montant | importo | value | сумма | сумма операции | сумма без комиссии | částka | potvrzená částka | montante bruto | txn amount | transaction amount | gross sales | total collected | amount cents | credit card amount | tr sale price | Betrag inkl. MwSt. | preis | suma transakcie | items subtotal | au value | authorization value | paid | payed value | 金額 | gross credit | valor bruto | valor da venda | valor da transação | importe bruto | importo lordo | montant brut | umsatz brutto | bruttobetrag | betrag brutto | kwota brutto | wartość brutto | importe total | valor total | montant ttc | total ttc | prix ttc | totale | importo totale | bedrag | totaal | bedrag incl btw | belopp | summa | tutar | tutarı | satış tutarı | toplam | toplam tutar | cena celkem | celkem | celková částka | summa inkl moms | beløb | beløp | összeg | 合计金额 | 金额 | 实付金额 | 實收金額 | 訂單金額 | 订单金额 | 交易金额 | 交易金額 | 総額 | 売上 | المبلغ | الإجمالي | итого | стоимость | 금액 | 결제금액 | 판매금액 | 매출액 | סכום | סך הכל | ποσό | αξία | จำนวนเงิน | ยอดเงิน | ยอดขาย | số tiền | thành tiền | مبلغ | iznos | износ | ukupno | сума | sumă | znesek | राशि',
      true,
    ),
    number('price', PRICE),
    number(
      'quantity',
      'quantity | qty | product quantity | r qty | sales volume | number of products vended | item quantity | menge | anzahl | stück | ilość | sztuk | cantidad | quantidade | quantité | qté | qtà | qtd | cant | quantità | units | 数量 | количество | 个数 | number of sales | no of sales | sales count | vends | vend count | sold | vended | qty sold | quantity sold | verkauft | sprzedano | vendidos | vendus | venduti | items sold | units sold | anzahl verkäufe | verkäufe | liczba sprzedaży | número de ventas | nombre de ventes | numero vendite | número de vendas | aantal verkopen | antal försäljningar | 販売数 | 销售数量 | количество продаж | aantal | antal | adet | miktar | počet | počet kusů | množství | kpl | darab | 件数 | 个 | الكمية | кол во | pcs | pieces | st | antall | 수량 | 판매수량 | 개수 | כמות | ποσότητα | τεμάχια | จำนวนชิ้น | จำนวนสินค้า | số lượng | تعداد | količina | количина | кількість | cantitate | kiekis | daudzums | skaits | kogus | मात्रा',
    ),
    text(
      'type',
      'payment method | payment method description | payment method descr | payment type | payment | zahlungsmethode | zahlungsart | cash card | order resource | ресурс заказа | тип платежа | способ оплаты | 支付类型 | płatność | metoda płatności | sposób płatności | método de pago | forma de pago | pago | método de pagamento | forma de pagamento | pagamento | mode de paiement | moyen de paiement | paiement | metodo di pagamento | 支払方法 | 決済方法 | カード売り区分 | metoda | tr pay type | betaalwijze | betaalmethode | betaling | betalning | betalsätt | betalningssätt | ödeme | ödeme türü | ödeme yöntemi | platba | způsob platby | maksutapa | fizetési mód | 支付方式 | 付款方式 | 支払 | 支払方法区分 | طريقة الدفع | الدفع | оплата | вид оплаты | tender | trans type | method | type | typ | payment mode | mode of payment | means of payment | tender type | mode de règlement | moyen de règlement | type de règlement | règlement | type de paiement | tipo pagamento | tipo di pagamento | modalità di pagamento | modalità pagamento | mezzo di pagamento | metodo pagamento | bezahlart | bezahlmethode | zahlart | zahlungsmittel | zahlungstyp | zahlungsweise | tipo de pago | medio de pago | modo de pago | tipo de pagamento | meio de pagamento | modo de pagamento | rodzaj płatności | typ płatności | forma płatności | środek płatności | 支払い方法 | 支払種別 | 支払区分 | 決済種別 | 決済手段 | 決済区分 | payment method id | payment method id enc | zahlungsmethoden id | 결제수단 | 결제방법 | 결제방식 | אמצעי תשלום | τρόπος πληρωμής | วิธีชำระเงิน | วิธีการชำระเงิน | phương thức thanh toán | hình thức thanh toán | نحوه پرداخت | روش پرداخت | način plaćanja | način plačila | начин плаћања | спосіб оплати | начин на плащане | metodă de plată | modalitate de plată | mokėjimo būdas | maksājuma veids | makseviis | betalingsmåte | betalingsmetode | betalingsform | betalningsform | betalningsmetod | betalingsmiddel | betaalmiddel | betaalvorm | zahlungsform | zahlungsmedium | ödeme tipi | ödeme şekli | platební metoda | způsob úhrady | tip plată | mod de plată | τρόπος | μέσο πληρωμής | тип оплаты | форма оплаты | способ платежа | тип оплати | форма оплати | ชำระโดย | ช่องทางการชำระเงิน | thanh toán | metode pembayaran | pembayaran | 結帳方式 | 支付工具 | 결제유형 | 결제구분 | סוג תשלום | אופן תשלום | نوع الدفع | وسيلة الدفع | paid by | paid with | payment media | media | mode',
    ),
    text('slot', SLOT),
    text('row', ROW),
    text(
      'product',
      `product selection info | produktauswahl informationen | ${PRODUCT} | line item | item name | item description | product details | goods | products | items`,
    ),
    text(
      'card',
      'card | card number | card string | pan | karta | numer karty | karte | kartennummer | tarjeta | cartão | carte | carta | カード番号',
    ),
    text(
      'status',
      'transaction status id | tran status name | transaction status | order status | статус платежа | 订单状态 | tr result | payment status | pay status | κατάσταση | סטטוס | מצב | trạng thái | สถานะ | 상태 | 거래상태 | 결제상태 | 狀態 | 付款狀態 | 訂單狀態 | ステータス | 支払状況 | стан | състояние | stanje | būsena | statuss | staatus | olek | وضعیت | zahlungsstatus | status płatności | estado del pago | estado de pago | statut de paiement | stato pagamento | betalingsstatus | betaalstatus | status | stav | estado | statut | stato | состояние оплаты | brew status | 状態 | durum | tila | állapot | 状态 | 交易状态 | الحالة | статус | situação | situacao | estado de la venta | esito | esito vendita | disposition | outcome | sonuç | result | ergebnis | resultado | risultato | résultat | resultat | wynik | výsledek',
    ),
    number(
      'fee',
      'fee | fees | entgelt | entgelte | transaktionsentgelt | serviceentgelt | disagio | provision | opłata | prowizja pln | arancel | tarifa | mdr | msc | merchant fee | card fee | frais de transaction | kosten | fee amount | discount fee | processing fee | transaction fee | service fee | gebühr | prowizja | комиссия | комиссия с клиента | comissão | poplatek | poplatek celkem | gebyr | commission | acc | avgift | transactiekosten | komisyon | 手续费 | 手数料 | رسوم | frais | comisión | taxa | commissione',
    ),
    text('currency', CURRENCY),
    number(
      'net',
      'net | netto | nettobetrag | net amount | net deposit | net settlement | net payout | net total | montante líquido | valor líquido | importe neto | importo netto | montant net | payout | převedená částka | aan | net credit | net versé | versement | neto | líquido | auszahlung | wypłata | uitbetaling | utbetalning',
    ),
  ],
}

/** The column of the selling price in a list of products, which have no such field. */
export const sellingPriceAmong = (heads: readonly string[], mapping: Readonly<Record<string, number>>): number | undefined => {
  const taken = new Set(Object.values(mapping))
  const free = heads.map((head, column) => (taken.has(column) ? '' : head))
  return mappingBy(
    FIELDS.PLANOGRAMS.filter(({ name }) => name === 'price'),
    free,
  ).price
}

/** Further parts of an address, which are offered for mapping if the file has one of them. */
export const ADDRESS_PARTS = ['place', 'houseNumber', 'address2', 'district', 'postalCode', 'town', 'region', 'country'] as const

/** Fields that are offered for mapping only if the file has them. */
export const FURTHER_FIELDS = [...ADDRESS_PARTS, ...DAY_FIELDS, 'otherMachine'] as const

/** Fields that are read but not offered for mapping. */
export const QUIET_FIELDS: ReadonlySet<string> = new Set(['fee', 'net', 'currency', 'half', 'row'])
