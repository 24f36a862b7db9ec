//! The thread that simulates what a server shows.

use std::sync::Arc;
use std::sync::mpsc::{Receiver, RecvTimeoutError, TryRecvError};

use ferrodyn_scene::Start;

use crate::command::ClientCommand;
use crate::hub::Hub;
use crate::play::Player;
use crate::server::Subject;
use crate::source::{self, News};

/// Simulates until everybody should go.
pub(crate) fn run(
    subject: Subject,
    (paused, start): (bool, Start),
    hub: &Arc<Hub>,
    wishes: &Receiver<ClientCommand>,
) {
    let (news, model) = match subject {
        Subject::File(file, loader) => {
            let hub = Arc::clone(hub);
            (Some(source::watch(file, *loader, move || hub.announce())), None)
        }
        Subject::Model(model) => (None, Some(model)),
    };
    let mut player = Player::new(Arc::clone(hub), paused, start);
    if let Some(model) = model {
        player.open(*model);
    }
    while !hub.is_closing() {
        if let Some(news) = &news {
            read(&mut player, hub, news);
        }
        player.advance();
        player.publish();
        // sleeps, unless somebody wants something
        match wishes.recv_timeout(player.idle()) {
            Ok(wish) => {
                player.apply(&wish);
                while let Ok(wish) = wishes.try_recv() {
                    player.apply(&wish);
                }
            }
            Err(RecvTimeoutError::Timeout) => {}
            Err(RecvTimeoutError::Disconnected) => return,
        }
    }
}

fn read(player: &mut Player, hub: &Hub, news: &Receiver<News>) {
    match news.try_recv() {
        Ok(Ok(model)) => {
            hub.arrived();
            player.open(*model);
        }
        Ok(Err(problem)) => player.refuse(problem),
        Err(TryRecvError::Empty | TryRecvError::Disconnected) => {}
    }
}
