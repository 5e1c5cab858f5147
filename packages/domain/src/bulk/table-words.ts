/** What people write into a table of mailboxes, in the languages of the panel. All lower case; headings without spaces, hyphens and dots. */

/** A column of the table. */
export type Column = 'email' | 'displayName' | 'alternateEmail' | 'admin' | 'password';

const YES = 'yes y true 1 x ya iya benar ja j wahr admin sí sì si s oui o sim да д evet ya taip はい ○ 〇 예 네 是 有';
const NO =
  'no n false 0 - nein falsch non não nao nee neen onwaar nej нет н hayır hayir tidak tdk bukan salah ne いいえ × 아니요 아니오 아님 없음 否 不是 無';

const isOneOf = (words: string, word: string): boolean => word !== '' && ` ${words} `.includes(` ${word} `);

/** Whether a cell says yes or no: an empty one says no; null: neither. */
export function readYesOrNo(cell: string): boolean | null {
  const word = cell.trim().normalize('NFC').toLowerCase();
  if (isOneOf(YES, word)) return true;
  return word === '' || isOneOf(NO, word) ? false : null;
}

/** By column: English and other programs' exports first, then a line for each language or two. */
const HEADINGS: Record<Column, string> = {
  email: `email emailaddress address mailbox username
    adresse emailadresse postfach benutzername
    correo correoelectrónico dirección direccióndecorreo buzón usuario nombredeusuario
    adressemail courriel boîtemail nomd’utilisateur nomd'utilisateur identifiant
    indirizzo indirizzoemail casella nomeutente
    endereço endereçodeemail caixa caixadeemail usuário
    adres emailadres mailadres gebruikersnaam
    adress epost epostadress mejl mejladress mailadress brevlåda postlåda användarnamn
    адрес адресэлектроннойпочты электроннаяпочта почта почтовыйящик имяпользователя логин
    eposta epostaadresi postakutusu kullanıcıadı
    alamat alamatemail surel kotaksurat namapengguna akunemail
    adresas elpaštas elpastas elpaštoadresas elpastoadresas elektroninispaštas paštodėžutė pastodezute dėžutė dezute naudotojovardas
    メールアドレス アドレス メールボックス ユーザー名
    이메일 이메일주소 주소 메일 메일주소 메일계정 메일함 사서함 아이디 사용자이름 사용자명
    邮箱 邮箱地址 地址 电子邮件 用户名
    信箱 信箱地址 電子郵件 電子郵件地址 電郵 電郵地址 郵箱 帳號 使用者名稱 用戶名稱`,
  displayName: `name displayname fullname
    anzeigename vollständigername
    nombre nombrevisible nombrecompleto
    nom nomaffiché nomcomplet
    nome nomevisualizzato nomecompleto nomedeexibição nomecompleto
    naam weergavenaam volledigenaam
    namn visningsnamn fullständigtnamn
    имя отображаемоеимя фио
    ad adsoyad isim görünenad
    nama namalengkap namatampilan namapemilik
    vardas vardasirpavardė vardasirpavarde vardas,pavardė rodomasvardas pavadinimas savininkas
    名前 氏名 表示名
    이름 성명 성함 표시이름 표시명
    姓名 名称 显示名称
    名稱 名字 顯示名稱`,
  alternateEmail: `alternateemail recoveryemail secondaryemail
    alternativeemail alternativeemailadresse weitereemail
    correoalternativo correoderecuperación
    adressedesecours emaildesecours adressealternative
    emailalternativa emaildirecupero indirizzoalternativo
    emailalternativo emailderecuperação
    alternatiefemailadres alternatieveemail herstelemail hersteladres
    alternativepost alternativepostadress alternativadress reservadress återställningsadress
    резервныйадрес резервнаяпочта дополнительныйадрес
    alternatifeposta yedekeposta
    emailalternatif emailcadangan emailpemulihan emaillain emailkedua
    atsarginiselpaštas atsarginiselpastas atsarginisadresas alternatyvuselpaštas kitaselpaštas papildomaselpaštas
    再設定用メールアドレス 予備のメールアドレス 代替メールアドレス
    보조이메일 보조이메일주소 보조메일 복구이메일 대체이메일
    备用邮箱 备用邮箱地址
    備用信箱 備用電郵 備用電郵地址 備用電子郵件 後備電郵`,
  admin: `admin isadmin administrator
    administrador administrateur amministratore beheerder administratör админ администратор yönetici administratorius administratoriausteisės administratoriausteises adminas pengelola hakadmin
    管理者 관리자 관리자여부 管理员 管理員`,
  password: `password passwort kennwort
    contraseña motdepasse senha sandi katakunci wachtwoord paswoord lösenord пароль parola şifre katasandi slaptažodis slaptazodis
    パスワード 비밀번호 암호 密码 密碼`,
};

/** The order of a table that has no heading, and of the template. */
export const NEW_MAILBOX_COLUMNS: readonly Column[] = ['email', 'displayName', 'alternateEmail', 'admin', 'password'];

/** Built when the first table is read, so that other screens don't pay for it. */
let columns: ReadonlyMap<string, Column> | null = null;

/** The column that a heading names, or null. */
export function columnOf(heading: string): Column | null {
  columns ??= new Map(
    NEW_MAILBOX_COLUMNS.flatMap((column) =>
      HEADINGS[column].split(/\s+/).map((name): [string, Column] => [name, column]),
    ),
  );
  const name = heading
    .normalize('NFC')
    .toLowerCase()
    .replace(/[\s._-]/g, '');
  return columns.get(name) ?? null;
}
