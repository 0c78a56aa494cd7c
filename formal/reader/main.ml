(* hissho-formal-check FILE...: certificates in plain text, checked by functions that are proved correct in Coq.

   One line per file.  Exit 0: all accepted; 1: one refused; 2: one cannot be read, or is of a kind that this program
   does not know; 3: one would take too long.  Of several the first that occurs of 2, 1, 3, 0.  What is in this directory is not verified; it reads the text and names the claim. *)

let read_file path =
  let channel = open_in_bin path in
  Fun.protect ~finally:(fun () -> close_in channel) (fun () -> really_input_string channel (in_channel_length channel))

let checkers =
  [ ("grundy-period", Period.check_grundy); ("octal-period", Period.check_octal); ("connection", Connection.check); ("strategy", Strategy.check);
    ("response", Response.check); ("word", Word.check); ("repetition", Repetition.check);
    ("grundy-box", Box.check) ]

let most = 1 lsl 28

let check path =
  match read_file path with
  | exception Sys_error reason -> Printf.printf "%s: cannot be read: %s\n" path reason; 2
  | text when String.length text > most -> Printf.printf "%s: cannot be read: more than %d bytes\n" path most; 2
  | text when String.length text >= 4 && String.sub text 0 4 = "\x28\xb5\x2f\xfd" ->
      Printf.printf "%s: cannot be read: it is compressed, zstd -dc gives the text\n" path; 2
  | text -> (
      match Text.opened text with
      | exception Text.Refuse reason -> Printf.printf "%s: refused: %s\n" path reason; 1
      | kind, reader -> (
          match List.assoc_opt kind checkers with
          | None -> Printf.printf "%s: cannot read this kind: %s\n" path kind; 2
          | Some checker -> (
              match
                let sentence = checker reader in
                if not (Text.peek_end reader) then Text.refuse "line %d: nothing may follow" (reader.Text.number + 1);
                sentence
              with
              | sentence -> Printf.printf "%s: accepted: %s\n" path sentence; 0
              | exception Text.Refuse reason -> Printf.printf "%s: refused: %s\n" path reason; 1
              | exception Text.Not_read what -> Printf.printf "%s: cannot read this kind: %s\n" path what; 2
              | exception Text.Give_up reason -> Printf.printf "%s: gave up: %s\n" path reason; 3
              | exception Invalid_argument _ -> Printf.printf "%s: refused: it is not spelt as the page says\n" path; 1
              | exception Stack_overflow -> Printf.printf "%s: gave up: it needs too much room\n" path; 3)))

let () =
  let paths = List.tl (Array.to_list Sys.argv) in
  if paths = [] then (prerr_endline "usage: hissho-formal-check FILE..."; exit 2);
  let codes = List.map (fun path -> let code = check path in flush stdout; code) paths in
  exit (List.find (fun code -> code = 0 || List.mem code codes) [ 2; 1; 3; 0 ])
